// Work whose elements are not of the action's type. Without these initializers the compiler reports one of
// the others, such as that a publisher does not conform to `AsyncSequence`. An unavailable initializer is
// chosen only if no other one fits. The bodies are never run.

extension Action {
  /// Not available: the elements of the publisher are not of the type `Element` of the action.
  @available(
    *, unavailable,
    message: "the elements of this publisher are not of the action's type 'Element'; 'map' converts them"
  )
  public convenience init<Source: Publisher>(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    onCancel: OnCancel = .endImmediately, executor: (any TaskExecutor)? = nil,
    workFactory: @escaping @Sendable (Input) -> Source
  ) { preconditionFailure("unavailable") }

  /// Not available: the elements of the sequence are not of the type `Element` of the action.
  @available(
    *, unavailable,
    message: "the elements of this sequence are not of the action's type 'Element'; 'map' converts them"
  )
  public convenience init<Source: AsyncSequence>(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    onCancel: OnCancel = .endImmediately, executor: (any TaskExecutor)? = nil,
    workFactory: @escaping @Sendable (Input) -> Source
  ) { preconditionFailure("unavailable") }

  // Disfavored, because it matches publishers and sequences, too.

  /// Not available: the result of the closure is not of the type `Element` of the action.
  @available(
    *, unavailable, message: "the result of this closure is not of the action's type 'Element'; convert it"
  )
  @_disfavoredOverload
  public convenience init<Other>(
    enabledIf: some Publisher<Bool, Never> = Just(true), whileExecuting: WhileExecuting = .reject,
    onCancel: OnCancel = .endImmediately, executor: (any TaskExecutor)? = nil,
    workFactory: @escaping @Sendable (Input) async throws -> Other
  ) { preconditionFailure("unavailable") }
}
