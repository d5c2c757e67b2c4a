/// An operation that can be executed, may be disabled, and publishes its progress: the state behind a button.
///
/// ```swift
/// let save = Action<Document, URL>(enabledIf: isValid) { document in
///   try await store.save(document)
/// }
/// let url = try await save.execute(document).value
/// ```
///
/// ``execute(_:)`` decides at once, on any thread, whether the work starts, waits or is refused. The decision
/// depends on ``state`` and on the policy for overlapping executions, ``WhileExecuting``. ``OnCancel``
/// decides whether an action is free as soon as its work is cancelled, or when that work has ended. All
/// events (announcements, elements, errors, ends) are delivered in one order. Only its owner keeps an action
/// alive; releasing it cancels its executions. The design follows RxSwiftCommunity's Action.
public final class Action<Input: Sendable, Element: Sendable>: Sendable {
  /// The elements of all executions.
  public var elements: EventStream<Element> { store.elements }
  /// Every refusal and every failure; never a cancellation.
  public var errors: EventStream<ActionError> { store.errors }
  /// The error of each failure, without the ``ActionError`` around it.
  public var underlyingErrors: EventStream<any Error> { store.underlyingErrors }
  /// Every execution, when it starts.
  public var executions: EventStream<Execution<Element>> { store.executions }
  /// An event for each execution that completes.
  public var completions: EventStream<Void> { store.completions }
  /// Whether the action is enabled and executing, and the number of running and waiting executions, as one
  /// value.
  public let state: ReadOnlyLiveData<ActionState>
  /// Whether any work is running; never the same value twice in a row.
  public var executing: ReadOnlyLiveData<Bool> { ReadOnlyLiveData(source: store.executing) }
  /// Whether an execution would be accepted now; never the same value twice in a row.
  public var enabled: ReadOnlyLiveData<Bool> { ReadOnlyLiveData(source: store.enabled) }

  @usableFromInline let store: ActionStore<Input, Element>
  private let gate: UncheckedSendable<AnyCancellable>
  private let subscribers = ActionInputs<Input>()

  @usableFromInline init<Gate: Publisher>(
    enabledIf: Gate, whileExecuting: WhileExecuting, onCancel: OnCancel, work: Work<Input, Element>
  ) where Gate.Output == Bool, Gate.Failure == Never {
    var readGate: (@Sendable () -> Bool)?
    if let live = enabledIf as? ReadOnlyLiveData<Bool> { readGate = { live.data } }
    let store = ActionStore<Input, Element>(
      policy: whileExecuting, onCancel: onCancel, readGate: readGate, work: work)
    self.store = store
    state = ReadOnlyLiveData(source: store.state)
    gate = UncheckedSendable(enabledIf.sink { store.gateChanged($0) })
  }

  deinit {
    gate.value.cancel()
    subscribers.cancel()
    store.release()
  }

  /// Starts the work for an input, unless the action is disabled or the policy says otherwise.
  ///
  /// The decision is made before this method returns. If events are being delivered at that moment (inside a
  /// callback, or on another thread), the work starts after them. Async work inherits the priority and the
  /// task-local values of the code that calls this method, even if it starts later.
  @discardableResult
  @inlinable public func execute(_ input: Input) -> Execution<Element> { store.execute(input) }

  /// Cancels all running and waiting executions. Cancelling again has no effect.
  public func cancel() { store.cancelAll() }

  /// Cancels the executions that wait for their turn, but not those that are running.
  public func cancelWaiting() { store.cancelWaiting() }

  /// A subscriber that executes the action for every value. It does not keep the action alive and ignores
  /// completion. Its subscriptions are cancelled when the action is released.
  public var inputs: AnySubscriber<Input, Never> {
    let subscriber = InputSubscriber<Input> { [weak store] input in
      guard let store else { return false }
      _ = store.execute(input)
      return true
    }
    subscribers.add(subscriber)
    return AnySubscriber(subscriber)
  }
}

extension Action where Input == Void {
  /// Starts the work, unless the action is disabled or the policy says otherwise.
  @discardableResult
  @inlinable public func execute() -> Execution<Element> { execute(()) }
}

/// An action without input and without a result.
///
/// ```swift
/// let beep = VoidAction { Just(()) }
/// beep.completions.observe(owner: self) { print("beep") }
/// beep.execute()  // prints beep
/// ```
public typealias VoidAction = Action<Void, Void>
/// An action without elements: it only completes or fails.
///
/// ```swift
/// let save = CompletableAction<String> { try await store.save($0) }
/// try await save.execute("notes").finished()
/// ```
public typealias CompletableAction<Input: Sendable> = Action<Input, Never>
