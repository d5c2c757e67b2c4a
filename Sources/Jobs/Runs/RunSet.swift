internal import SignalboxCore

/// The present runs of one job, each in a task of its own.
///
/// An action treats a cancelled execution as ended at once, but a process takes time to end. So runs are
/// cancelled here instead of through their execution, and the action stays busy until the process has ended.
final class RunSet: @unchecked Sendable {
  private let lock = Lock()
  private var tasks: [Int: Task<Void, any Error>] = [:]
  private var lastNumber = 0
  private var cancellationCount = 0

  /// The permission to run, created when a run is accepted. Its work begins later, on another thread. If all
  /// runs are cancelled in between, the permission is invalid.
  struct Admission: Sendable {
    fileprivate let cancellationCount: Int
  }

  func admit() -> Admission {
    lock.withLock { Admission(cancellationCount: cancellationCount) }
  }

  /// Runs `body` in a task and waits for its end. Cancelling the caller cancels it, and still waits.
  ///
  /// - Throws: What `body` throws, or `CancellationError` without running it if the admission is invalid.
  /// - Parameter replacingOthers: True waits for the end of all present runs, which have been cancelled.
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

  /// Cancels present runs, and admitted runs that have not begun.
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
