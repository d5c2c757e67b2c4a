/// The task of one execution: made where `execute` is called, it waits for the work.
///
/// A task has the priority and the task-local values of the code that makes it. Work may start later, at the
/// end of another execution and in its task, so the task is not made there.
final class ExecutionTask: @unchecked Sendable {
  typealias Body = @Sendable () async -> Void

  private let executor: (any TaskExecutor)?
  private let lock = Lock()
  private var task: Task<Void, Never>?
  private var body: Body?
  private var waiting: CheckedContinuation<Body?, Never>?
  private var isCancelled = false

  init(on executor: (any TaskExecutor)?) { self.executor = executor }

  /// Makes the task. Call once, in the code whose priority and values it is to have, without locks.
  func begin() {
    let task = Task(executorPreference: executor) { [self] in
      if let body = await nextBody() { await body() }
    }
    let isCancelled = lock.withLock {
      self.task = task
      return self.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Runs `body` in the task; no effect after ``cancel()``. Call once, before or after ``begin()``, without
  /// locks.
  func perform(_ body: @escaping Body) {
    let waiting = lock.withLock {
      if !isCancelled, self.waiting == nil { self.body = body }
      defer { self.waiting = nil }
      return self.waiting
    }
    waiting?.resume(returning: body)
  }

  /// Cancels the task, which ends without work if it has none yet. Call without locks.
  func cancel() {
    let (task, waiting) = lock.withLock {
      isCancelled = true
      defer { self.waiting = nil }
      return (self.task, self.waiting)
    }
    task?.cancel()
    waiting?.resume(returning: nil)
  }

  /// The work, as soon as there is some; nil if the execution ends before it starts.
  private func nextBody() async -> Body? {
    await withCheckedContinuation { continuation in
      let ready = lock.withLock { () -> Body?? in
        if body == nil, !isCancelled {
          waiting = continuation
          return nil
        }
        defer { body = nil }
        return .some(body)
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}
