/// The work of an action.
///
/// The kinds of work are closures that are made where the types of the work are known, so that they are
/// specialized. They are not `@Sendable`, because such a closure cannot use a publisher or a sequence of an
/// opaque type, whose metatype is not known to be `Sendable`.
///
/// `@unchecked Sendable`: the closures use constants, and closures of a user that are `@Sendable`.
@usableFromInline struct Work<Input: Sendable, Element: Sendable>: @unchecked Sendable {
  @usableFromInline typealias Run = ActionRun<Input, Element>

  /// Creates the task for one execution; nil for work that does not run in a task. Can be called with a lock
  /// held.
  @usableFromInline let makeTask: (() -> ExecutionTask)?

  /// Starts the work of an execution, in its task. Returns what cancels it. Call without locks.
  ///
  /// The work ends exactly once by calling `end` of the run, also after it was cancelled.
  @usableFromInline let start: (Run) -> any WorkCanceller

  @inlinable init(makeTask: (() -> ExecutionTask)?, start: @escaping (Run) -> any WorkCanceller) {
    (self.makeTask, self.start) = (makeTask, start)
  }
}

/// Cancels the work of one execution.
@usableFromInline protocol WorkCanceller: AnyObject, Sendable {
  /// Call without locks.
  func cancelWork()
}

extension Work {
  /// Work that runs in a task, which is cancelled together with the execution.
  @inlinable init(executor: (any TaskExecutor)?, run: @escaping @Sendable (Input, Run) async throws -> Void) {
    let start = { (execution: Run) -> any WorkCanceller in
      // Each execution of such work has a task.
      let task = execution.task ?? ExecutionTask(on: executor)
      let isAccepted = task.perform {
        do {
          // The task may have been cancelled before it came here: then the work does not begin.
          try Task.checkCancellation()
          try await run(execution.input, execution)
          execution.end(.finished)
        } catch {
          execution.fail(error)
        }
      }
      if !isAccepted { execution.end(.failure(.cancelled)) }
      return task
    }
    self.init(makeTask: { ExecutionTask(on: executor) }, start: start)
  }

  /// Work that is a publisher.
  @inlinable init<Source: Publisher>(publisher: @escaping @Sendable (Input) -> Source)
  where Source.Output == Element {
    self.init(makeTask: nil) { execution in
      let subscriber = WorkSubscriber<Element, Source.Failure> { event in
        switch event {
        case .element(let element): execution.receive(element)
        case .finished: execution.end(.finished)
        case .failed(let failure): execution.fail(failure)
        case .cancelled: execution.end(.failure(.cancelled))
        }
      }
      publisher(execution.input).subscribe(subscriber)
      return subscriber
    }
  }
}

extension Work {
  /// Work that is an async sequence.
  init(executor: (any TaskExecutor)?, sequence: any SequenceIteration<Input, Element>) {
    self.init(executor: executor) { input, run in try await sequence.iterate(input, run) }
  }
}

/// Iterates over the sequence of an execution. (A protocol, because a `@Sendable` closure cannot use the type
/// of the sequence.)
protocol SequenceIteration<Input, Element>: Sendable {
  associatedtype Input: Sendable
  associatedtype Element: Sendable

  func iterate(_ input: Input, _ run: ActionRun<Input, Element>) async throws
}

struct SequenceWork<Input: Sendable, Source: AsyncSequence>: SequenceIteration
where Source.Element: Sendable {
  typealias Element = Source.Element

  let factory: @Sendable (Input) -> Source

  func iterate(_ input: Input, _ run: ActionRun<Input, Source.Element>) async throws {
    for try await element in factory(input) { run.receive(element) }
  }
}
