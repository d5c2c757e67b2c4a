extension Action {
  /// Creates an action whose work is a publisher.
  ///
  /// - Parameters:
  ///   - enabledIf: whether executing is allowed. It is subscribed at once; until its first value the action is
  ///     disabled, and its last value stays. Live data is read anew at each start.
  ///   - whileExecuting: what `execute` does while work is running.
  ///   - executor: has no effect on publishers, which choose their own schedulers.
  ///   - workFactory: makes the work for an input.
  public convenience init<Source: Publisher & SendableMetatype>(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    executor: (any TaskExecutor)? = nil, workFactory: @escaping @Sendable (Input) -> Source
  ) where Source.Output == Element {
    self.init(enabledIf: enabledIf, whileExecuting: whileExecuting, startWork: Work.publisher(workFactory))
  }

  /// Creates an action whose work is an async closure with one result.
  ///
  /// - Parameters:
  ///   - enabledIf: whether executing is allowed; see the initializer for publishers.
  ///   - whileExecuting: what `execute` does while work is running.
  ///   - executor: where the work runs; nil for the default.
  ///   - workFactory: does the work for an input. Its task is cancelled with the execution.
  public convenience init(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    executor: (any TaskExecutor)? = nil,
    workFactory: @escaping @Sendable (Input) async throws -> Element
  ) {
    self.init(
      enabledIf: enabledIf, whileExecuting: whileExecuting,
      startWork: Work.task(on: executor) { input, sink in sink.receive(try await workFactory(input)) })
  }

  /// Creates an action whose work is an async sequence.
  ///
  /// - Parameters:
  ///   - enabledIf: whether executing is allowed; see the initializer for publishers.
  ///   - whileExecuting: what `execute` does while work is running.
  ///   - executor: where the sequence is iterated; nil for the default.
  ///   - workFactory: makes the work for an input. Its task is cancelled with the execution.
  public convenience init<Source: AsyncSequence & SendableMetatype>(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    executor: (any TaskExecutor)? = nil, workFactory: @escaping @Sendable (Input) -> Source
  ) where Source.Element == Element, Source.AsyncIterator: SendableMetatype {
    self.init(
      enabledIf: enabledIf, whileExecuting: whileExecuting,
      startWork: Work.task(on: executor) { input, sink in
        for try await element in workFactory(input) { sink.receive(element) }
      })
  }
}

extension Action where Element == Never {
  /// Creates an action whose work is an async closure without a result.
  ///
  /// - Parameters:
  ///   - enabledIf: whether executing is allowed; see the initializer for publishers.
  ///   - whileExecuting: what `execute` does while work is running.
  ///   - executor: where the work runs; nil for the default.
  ///   - workFactory: does the work for an input. Its task is cancelled with the execution.
  public convenience init(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    executor: (any TaskExecutor)? = nil,
    workFactory: @escaping @Sendable (Input) async throws -> Void
  ) {
    self.init(
      enabledIf: enabledIf, whileExecuting: whileExecuting,
      startWork: Work.task(on: executor) { input, _ in try await workFactory(input) })
  }
}
