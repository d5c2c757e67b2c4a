/// The work of an action, whatever kind it is.
///
/// Classes rather than closures: a Sendable closure would not take publishers and sequences of an opaque type, whose
/// metatypes are not known to be Sendable.
class Work<Input: Sendable, Element: Sendable>: @unchecked Sendable {
  /// The task that will do the work, for work that is done in one. May be called with a lock held.
  func makeTask() -> ExecutionTask? { nil }

  /// Starts the work for an input, in the task that ``makeTask()`` returned, and returns how to cancel it.
  /// Call without locks.
  func start(_ input: Input, _ sink: WorkSink<Element>, in task: ExecutionTask?) -> @Sendable () -> Void {
    preconditionFailure("Work is abstract")
  }
}

/// Where work delivers: its elements, then one end. What comes after the end is ignored.
struct WorkSink<Element: Sendable>: Sendable {
  let receive: @Sendable (Element) -> Void
  let end: @Sendable (Subscribers.Completion<ActionError>) -> Void

  /// Ends with an error, unless the error means that the work was cancelled.
  func fail(_ error: any Error) {
    end(.failure(error.isCancellation ? .cancelled : .underlying(error)))
  }
}

/// Work that is a publisher.
final class PublisherWork<Input: Sendable, Source: Publisher>: Work<Input, Source.Output>, @unchecked Sendable
where Source.Output: Sendable {
  private let factory: @Sendable (Input) -> Source

  init(_ factory: @escaping @Sendable (Input) -> Source) { self.factory = factory }

  override func start(
    _ input: Input, _ sink: WorkSink<Source.Output>, in task: ExecutionTask?
  ) -> @Sendable () -> Void {
    let subscription = UncheckedSendable(
      factory(input).sink(
        receiveCompletion: { completion in
          switch completion {
          case .finished: sink.end(.finished)
          case .failure(let error): sink.fail(error)
          }
        },
        receiveValue: { sink.receive($0) }))
    return { subscription.value.cancel() }
  }
}

/// Work that is done in a task, which is cancelled with the execution.
class TaskWork<Input: Sendable, Element: Sendable>: Work<Input, Element>, @unchecked Sendable {
  private let executor: (any TaskExecutor)?

  init(on executor: (any TaskExecutor)?) { self.executor = executor }

  final override func makeTask() -> ExecutionTask? { ExecutionTask(on: executor) }

  final override func start(
    _ input: Input, _ sink: WorkSink<Element>, in task: ExecutionTask?
  ) -> @Sendable () -> Void {
    task?.perform { [self] in
      do {
        try await run(input, sink)
        sink.end(.finished)
      } catch {
        sink.fail(error)
      }
    }
    return { task?.cancel() }
  }

  func run(_ input: Input, _ sink: WorkSink<Element>) async throws {
    preconditionFailure("TaskWork is abstract")
  }
}

/// Work that is an async closure.
final class ClosureWork<Input: Sendable, Element: Sendable>: TaskWork<Input, Element>, @unchecked Sendable {
  private let operation: @Sendable (Input, WorkSink<Element>) async throws -> Void

  init(
    on executor: (any TaskExecutor)?,
    _ operation: @escaping @Sendable (Input, WorkSink<Element>) async throws -> Void
  ) {
    self.operation = operation
    super.init(on: executor)
  }

  override func run(_ input: Input, _ sink: WorkSink<Element>) async throws {
    try await operation(input, sink)
  }
}

/// Work that is an async sequence.
final class SequenceWork<Input: Sendable, Source: AsyncSequence>: TaskWork<Input, Source.Element>,
  @unchecked Sendable
where Source.Element: Sendable {
  private let factory: @Sendable (Input) -> Source

  init(on executor: (any TaskExecutor)?, _ factory: @escaping @Sendable (Input) -> Source) {
    self.factory = factory
    super.init(on: executor)
  }

  override func run(_ input: Input, _ sink: WorkSink<Source.Element>) async throws {
    for try await element in factory(input) { sink.receive(element) }
  }
}
