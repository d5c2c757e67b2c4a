internal import SignalboxCore

/// The runs of one job that have not ended, each in a task of its own.
///
/// An action considers a cancelled execution as over at once; a process takes its time. So a run is not cancelled by way
/// of its execution but here, and its action stays busy until the process is gone.
final class RunSet: @unchecked Sendable {
  private let lock = Lock()
  private var tasks: [Int: Task<Void, any Error>] = [:]
  private var lastNumber = 0
  private var cancellationCount = 0

  /// The right to run, given out at the moment at which a run is accepted. Its work begins a little later, on another
  /// thread; if everything was cancelled in between, the right has lapsed.
  struct Admission: Sendable {
    fileprivate let cancellationCount: Int
  }

  func admit() -> Admission {
    lock.withLock { Admission(cancellationCount: cancellationCount) }
  }

  /// Runs `body` in a task and waits for its end. Cancelling the caller cancels it, and still waits.
  ///
  /// - Throws: What `body` throws, or `CancellationError` without running it if the admission has lapsed.
  /// - Parameter replacingOthers: true waits for the end of all that run already, which have been cancelled.
  func perform(
    _ admission: Admission, replacingOthers: Bool, on executor: (any TaskExecutor)?,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let (number, task) = try lock.withLock {
      guard admission.cancellationCount == cancellationCount else { throw CancellationError() }
      let others = replacingOthers ? Array(tasks.values) : []
      lastNumber += 1
      let task = Task(executorPreference: executor) {
        for other in others { _ = await other.result }
        try await body()
      }
      tasks[lastNumber] = task
      return (lastNumber, task)
    }
    defer { lock.withLock { tasks[number] = nil } }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Cancels what runs, and what was admitted and has not begun.
  func cancelAll() {
    let running = lock.withLock {
      cancellationCount += 1
      return Array(tasks.values)
    }
    for task in running { task.cancel() }
  }

  func waitUntilEmpty() async {
    while let task = lock.withLock({ tasks.values.first }) {
      _ = await task.result
      await Task.yield()
    }
  }
}
