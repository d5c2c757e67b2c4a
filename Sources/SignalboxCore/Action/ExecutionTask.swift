/// The task of one execution. It is created in ``Action/execute(_:)`` and waits there for the work.
///
/// A task inherits the priority and the task-local values of the code that creates it. The work itself may
/// start later, at the end of another execution and in that execution's task, so the task cannot be created
/// there.
final class ExecutionTask: Sendable {
  typealias Body = @Sendable () async -> Void

  private let executor: (any TaskExecutor)?
  private let state = Locked(State())

  private struct State {
    var task: Task<Void, Never>?
    var body: Body?
    var waiting: CheckedContinuation<Body?, Never>?
    var isCancelled = false

    /// Removes the waiting task.
    mutating func takeWaiting() -> CheckedContinuation<Body?, Never>? {
      defer { waiting = nil }
      return waiting
    }
  }

  init(on executor: (any TaskExecutor)?) { self.executor = executor }

  /// Creates the task. Call once, from the code whose priority and values it inherits, without locks.
  func begin() {
    let task = Task(executorPreference: executor) { [self] in
      if let body = await nextBody() { await body() }
    }
    let isCancelled = state.withLock {
      $0.task = task
      return $0.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Runs `body` in the task. Returns false, without running it, after ``cancel()``. Call once, before or
  /// after ``begin()``, without locks.
  func perform(_ body: @escaping Body) -> Bool {
    let (isAccepted, waiting) = state.withLock { state in
      let waiting = state.takeWaiting()
      if !state.isCancelled, waiting == nil { state.body = body }
      return (!state.isCancelled, waiting)
    }
    waiting?.resume(returning: body)
    return isAccepted
  }

  /// Cancels the task. A task that has no work yet ends without any. Call without locks.
  func cancel() {
    let (task, waiting) = state.withLock { state in
      state.isCancelled = true
      return (state.task, state.takeWaiting())
    }
    task?.cancel()
    waiting?.resume(returning: nil)
  }

  /// Returns the work as soon as there is some; nil if the execution ends before it starts.
  private func nextBody() async -> Body? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Body?? in
        if state.body == nil, !state.isCancelled {
          state.waiting = continuation
          return nil
        }
        defer { state.body = nil }
        return .some(state.body)
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}
