extension Action {
  /// Creates an action whose work is a publisher.
  ///
  /// - Parameters:
  ///   - enabledIf: Whether execution is allowed. The publisher is subscribed to at once. The action is
  ///     disabled until the first value, and keeps the last value when the publisher completes. Live data is
  ///     also read at each start.
  ///   - whileExecuting: What `execute` does while work is running.
  ///   - onCancel: When a cancelled execution is over. The subscription to a publisher ends with its
  ///     cancellation.
  ///   - executor: Has no effect on publishers, which choose their own schedulers.
  ///   - workFactory: Creates the work for an input. It is called where the work starts. If the execution has
  ///     waited,
  ///     that is in the task of another caller.
  @inlinable public convenience init<Source: Publisher>(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    onCancel: OnCancel = .endImmediately, executor: (any TaskExecutor)? = nil,
    workFactory: @escaping @Sendable (Input) -> Source
  ) where Source.Output == Element {
    self.init(
      enabledIf: enabledIf, whileExecuting: whileExecuting, onCancel: onCancel,
      work: Work(publisher: workFactory))
  }

  // Disfavored, because a closure of several statements without a result would also match work that never
  // returns.

  /// Creates an action whose work is an async closure with one result.
  ///
  /// - Parameters:
  ///   - enabledIf: Whether execution is allowed; see the initializer for publishers.
  ///   - whileExecuting: What `execute` does while work is running.
  ///   - onCancel: When a cancelled execution is over: at once, or when the closure has returned.
  ///   - executor: The executor of the work; nil for the default.
  ///   - workFactory: Does the work for an input. Its task is cancelled with the execution.
  @_disfavoredOverload
  @inlinable public convenience init(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    onCancel: OnCancel = .endImmediately, executor: (any TaskExecutor)? = nil,
    workFactory: @escaping @Sendable (Input) async throws -> Element
  ) {
    self.init(
      enabledIf: enabledIf, whileExecuting: whileExecuting, onCancel: onCancel,
      work: Work(executor: executor) { input, run in run.receive(try await workFactory(input)) })
  }

  /// Creates an action whose work is an async sequence.
  ///
  /// - Parameters:
  ///   - enabledIf: Whether execution is allowed; see the initializer for publishers.
  ///   - whileExecuting: What `execute` does while work is running.
  ///   - onCancel: When a cancelled execution is over: at once, or when the sequence has ended.
  ///   - executor: The executor on which the sequence is iterated; nil for the default.
  ///   - workFactory: Creates the work for an input. Its task is cancelled with the execution.
  public convenience init<Source: AsyncSequence>(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    onCancel: OnCancel = .endImmediately, executor: (any TaskExecutor)? = nil,
    workFactory: @escaping @Sendable (Input) -> Source
  ) where Source.Element == Element {
    self.init(
      enabledIf: enabledIf, whileExecuting: whileExecuting, onCancel: onCancel,
      work: Work(executor: executor, sequence: SequenceWork(factory: workFactory)))
  }
}

extension Action where Element == Never {
  /// Creates an action whose work is an async closure without a result.
  ///
  /// - Parameters:
  ///   - enabledIf: Whether execution is allowed; see the initializer for publishers.
  ///   - whileExecuting: What `execute` does while work is running.
  ///   - onCancel: When a cancelled execution is over: at once, or when the closure has returned.
  ///   - executor: The executor of the work; nil for the default.
  ///   - workFactory: Does the work for an input. Its task is cancelled with the execution.
  @inlinable public convenience init(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    onCancel: OnCancel = .endImmediately, executor: (any TaskExecutor)? = nil,
    workFactory: @escaping @Sendable (Input) async throws -> Void
  ) {
    self.init(
      enabledIf: enabledIf, whileExecuting: whileExecuting, onCancel: onCancel,
      work: Work(executor: executor) { input, _ in try await workFactory(input) })
  }
}
