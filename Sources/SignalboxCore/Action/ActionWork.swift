extension Action {
  /// Creates an action whose work is a publisher.
  ///
  /// - Parameters:
  ///   - enabledIf: whether executing is allowed. It is subscribed at once; until its first value the action is
  ///     disabled, and its last value stays. Live data is read anew at each start.
  ///   - whileExecuting: what `execute` does while work is running.
  ///   - executor: has no effect on publishers, which choose their own schedulers.
  ///   - workFactory: makes the work for an input. It is called where the work starts, which is in the task of
  ///     another caller if the execution has waited.
  public convenience init<Source: Publisher>(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    executor: (any TaskExecutor)? = nil, workFactory: @escaping @Sendable (Input) -> Source
  ) where Source.Output == Element {
    self.init(enabledIf: enabledIf, whileExecuting: whileExecuting, work: PublisherWork(workFactory))
  }

  // Disfavored, since several statements without a result would also do as work that never returns.

  /// Creates an action whose work is an async closure with one result.
  ///
  /// - Parameters:
  ///   - enabledIf: whether executing is allowed; see the initializer for publishers.
  ///   - whileExecuting: what `execute` does while work is running.
  ///   - executor: where the work runs; nil for the default.
  ///   - workFactory: does the work for an input. Its task is cancelled with the execution.
  @_disfavoredOverload
  public convenience init(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    executor: (any TaskExecutor)? = nil,
    workFactory: @escaping @Sendable (Input) async throws -> Element
  ) {
    self.init(
      enabledIf: enabledIf, whileExecuting: whileExecuting,
      work: ClosureWork(on: executor) { input, sink in sink.receive(try await workFactory(input)) })
  }

  /// Creates an action whose work is an async sequence.
  ///
  /// - Parameters:
  ///   - enabledIf: whether executing is allowed; see the initializer for publishers.
  ///   - whileExecuting: what `execute` does while work is running.
  ///   - executor: where the sequence is iterated; nil for the default.
  ///   - workFactory: makes the work for an input. Its task is cancelled with the execution.
  public convenience init<Source: AsyncSequence>(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    executor: (any TaskExecutor)? = nil, workFactory: @escaping @Sendable (Input) -> Source
  ) where Source.Element == Element {
    self.init(
      enabledIf: enabledIf, whileExecuting: whileExecuting,
      work: SequenceWork(on: executor, workFactory))
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
      work: ClosureWork(on: executor) { input, _ in try await workFactory(input) })
  }
}
