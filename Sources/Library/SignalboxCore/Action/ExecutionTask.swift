/// The task of one execution. It is created in ``Action/execute(_:)`` and waits there for the work.
///
/// A task inherits the priority and the task-local values of the code that creates it. The work itself may
/// start later, at the end of another execution and in that execution's task, so the task cannot be created
/// there.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties.
@usableFromInline final class ExecutionTask: WorkCanceller, @unchecked Sendable {
  @usableFromInline typealias Body = @Sendable () async -> Void

  private let executor: (any TaskExecutor)?
  private let lock = Lock()
  private var task: Task<Void, Never>?
  private var body: Body?
  private var waiting: UnsafeContinuation<Body?, Never>?
  private var isCancelled = false

  @usableFromInline init(on executor: (any TaskExecutor)?) { self.executor = executor }

  /// Creates the task. Call once, from the code whose priority and values it inherits, without locks.
  @usableFromInline func begin() {
    let (body, isCancelled) = lock.withLock {
      defer { self.body = nil }
      return (self.body, self.isCancelled)
    }
    // An execution that has ended already needs no task.
    if isCancelled, body == nil { return }
    let task = makeTask(body ?? { [self] in if let body = await nextBody() { await body() } })
    let mustCancel = lock.withLock {
      self.task = task
      return self.isCancelled
    }
    if mustCancel { task.cancel() }
  }

  /// Without an executor, the plain initializer: the other one costs a record in the task.
  private func makeTask(_ body: @escaping Body) -> Task<Void, Never> {
    if let executor { Task(executorPreference: executor, operation: body) } else { Task(operation: body) }
  }

  /// Runs `body` in the task. Returns false, without running it, after ``cancelWork()``. Call once, before or
  /// after ``begin()``, without locks.
  @usableFromInline func perform(_ body: @escaping Body) -> Bool {
    let (isAccepted, waiting) = lock.withLock {
      let waiting = takeWaiting()
      if !isCancelled, waiting == nil { self.body = body }
      return (!isCancelled, waiting)
    }
    waiting?.resume(returning: body)
    return isAccepted
  }

  /// Cancels the task. A task that has no work yet ends without any. Call without locks.
  @usableFromInline func cancelWork() {
    let (task, waiting) = lock.withLock {
      isCancelled = true
      return (self.task, takeWaiting())
    }
    task?.cancel()
    waiting?.resume(returning: nil)
  }

  /// Removes the waiting task. Call with the lock held.
  private func takeWaiting() -> UnsafeContinuation<Body?, Never>? {
    defer { waiting = nil }
    return waiting
  }

  /// Returns the work as soon as there is some; nil if the execution ends before it starts.
  private func nextBody() async -> Body? {
    await withUnsafeContinuation { continuation in
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
