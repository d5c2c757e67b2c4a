/// The work of an action.
///
/// The kinds of work are types rather than closures: a `@Sendable` closure cannot capture a publisher or a
/// sequence of an opaque type, because its metatype is not known to be `Sendable`.
protocol Work<Input, Element>: Sendable {
  associatedtype Input: Sendable
  associatedtype Element: Sendable

  /// Creates the task for one execution; nil for work that does not run in a task. Can be called with a lock
  /// held.
  func makeTask() -> ExecutionTask?

  /// Starts the work for an input, in the task that ``makeTask()`` returned. Returns a closure that cancels
  /// it. Call without locks.
  ///
  /// The work ends exactly once by calling `sink.end`, also after it was cancelled.
  func start(_ input: Input, _ sink: WorkSink<Element>, in task: ExecutionTask?) -> @Sendable () -> Void
}

/// Work that runs in a task, which is cancelled together with the execution.
protocol TaskWork: Work {
  var executor: (any TaskExecutor)? { get }
  func run(_ input: Input, _ sink: WorkSink<Element>) async throws
}

extension TaskWork {
  func makeTask() -> ExecutionTask? { ExecutionTask(on: executor) }

  func start(
    _ input: Input, _ sink: WorkSink<Element>, in task: ExecutionTask?
  ) -> @Sendable () -> Void {
    let isAccepted = task?.perform {
      do {
        // The task may have been cancelled before it came here: then the work does not begin.
        try Task.checkCancellation()
        try await run(input, sink)
        sink.end(.finished)
      } catch {
        sink.fail(error)
      }
    }
    if isAccepted != true { sink.end(.failure(.cancelled)) }
    return { task?.cancel() }
  }
}

/// Work that is an async closure.
struct ClosureWork<Input: Sendable, Element: Sendable>: TaskWork {
  let executor: (any TaskExecutor)?
  let operation: @Sendable (Input, WorkSink<Element>) async throws -> Void

  func run(_ input: Input, _ sink: WorkSink<Element>) async throws {
    try await operation(input, sink)
  }
}

/// Work that is an async sequence.
struct SequenceWork<Input: Sendable, Source: AsyncSequence>: TaskWork where Source.Element: Sendable {
  typealias Element = Source.Element

  let executor: (any TaskExecutor)?
  let factory: @Sendable (Input) -> Source

  func run(_ input: Input, _ sink: WorkSink<Source.Element>) async throws {
    for try await element in factory(input) { sink.receive(element) }
  }
}
