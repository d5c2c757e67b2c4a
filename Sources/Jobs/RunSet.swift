internal import SignalboxCore

/// The runs of one job that have not ended, each in a task of its own.
///
/// An action considers a cancelled execution as over at once; a process takes its time. So a run is not cancelled by way
/// of its execution but here, and its action stays busy until the process is gone.
final class RunSet: @unchecked Sendable {
  private let lock = Lock()
  private var tasks: [Int: Task<Void, any Error>] = [:]
  private var lastNumber = 0

  /// Runs `body` in a task and waits for its end. Cancelling the caller cancels it, and still waits.
  ///
  /// - Parameter replacingOthers: true waits for the end of all that run already, which have been cancelled.
  func perform(
    replacingOthers: Bool, on executor: (any TaskExecutor)?,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let (number, task) = lock.withLock {
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

  func cancelAll() {
    for task in lock.withLock({ Array(tasks.values) }) { task.cancel() }
  }

  func waitUntilEmpty() async {
    while let task = lock.withLock({ tasks.values.first }) {
      _ = await task.result
      await Task.yield()
    }
  }
}
