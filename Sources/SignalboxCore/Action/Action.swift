/// Something that can be done, may be forbidden at the moment, and says how it goes: the state behind a button.
///
/// ```swift
/// let save = Action<Document, URL>(enabledIf: isValid) { document in
///   try await store.save(document)
/// }
/// let url = try await save.execute(document).value
/// ```
///
/// ``execute(_:)`` decides at once, from any thread: it starts the work, lets it wait, or refuses, as ``state`` and the
/// policy for executions that overlap say. All events (announcements, elements, errors, ends) come in one order. Only
/// its owner keeps an action alive; releasing it cancels what runs. The idea is RxSwiftCommunity's Action.
public final class Action<Input: Sendable, Element: Sendable>: Sendable {
  /// The elements of all executions.
  public var elements: EventStream<Element> { store.elements }
  /// Every refusal and every failure; never a cancellation.
  public var errors: EventStream<ActionError> { store.errors }
  /// What the failures were.
  public var underlyingErrors: EventStream<any Error> { store.underlyingErrors }
  /// Every execution that starts.
  public var executions: EventStream<Execution<Element>> { store.executions }
  /// An event for each execution that completes.
  public var completions: EventStream<Void> { store.completions }
  /// Whether the action is enabled and executing, and how many executions run and wait, as one value.
  public let state: ReadOnlyLiveData<ActionState>
  /// Whether any work is running; never the same twice in a row.
  public var executing: ReadOnlyLiveData<Bool> { ReadOnlyLiveData(source: store.executing) }
  /// Whether an execution would be accepted now; never the same twice in a row.
  public var enabled: ReadOnlyLiveData<Bool> { ReadOnlyLiveData(source: store.enabled) }

  private let store: ActionStore<Input, Element>
  private let gate: UncheckedSendable<AnyCancellable>

  init<Gate: Publisher>(
    enabledIf: Gate, whileExecuting: WhileExecuting, work: Work<Input, Element>
  ) where Gate.Output == Bool, Gate.Failure == Never {
    var readGate: (@Sendable () -> Bool)?
    if let live = enabledIf as? ReadOnlyLiveData<Bool> { readGate = { live.data } }
    let store = ActionStore<Input, Element>(
      policy: whileExecuting, readGate: readGate, work: work)
    self.store = store
    state = ReadOnlyLiveData(source: store.state)
    gate = UncheckedSendable(enabledIf.sink { store.gateChanged($0) })
  }

  deinit {
    gate.value.cancel()
    store.cancelAll(isFinal: true)
  }

  /// Starts the work for an input, unless the action is disabled or the policy says otherwise.
  ///
  /// The decision is made before this returns. While events are being delivered (inside a callback, or on
  /// another thread) the work itself starts after them. Async work has the priority and the task-local values
  /// of the code that calls this, whenever it starts.
  @discardableResult
  public func execute(_ input: Input) -> Execution<Element> { store.execute(input) }

  /// Cancels all executions that run or wait.
  public func cancel() { store.cancelAll() }

  /// Cancels the executions that wait for their turn, and leaves those that run.
  public func cancelWaiting() { store.cancelWaiting() }

  /// A subscriber whose every value executes the action. It does not keep the action alive and ignores completion.
  public var inputs: AnySubscriber<Input, Never> {
    AnySubscriber(
      receiveSubscription: { $0.request(.unlimited) },
      receiveValue: { [weak store] input in
        store.map { _ = $0.execute(input) }
        return .none
      })
  }
}

extension Action where Input == Void {
  /// Starts the work, unless the action is disabled or the policy says otherwise.
  @discardableResult
  public func execute() -> Execution<Element> { execute(()) }
}

/// An action that takes nothing and completes with nothing in particular.
///
/// ```swift
/// let beep = VoidAction { Just(()) }
/// beep.completions.observe(owner: self) { print("beep") }
/// beep.execute()  // prints beep
/// ```
public typealias VoidAction = Action<Void, Void>
/// An action that has no elements: it only completes or fails.
///
/// ```swift
/// let save = CompletableAction<String> { try await store.save($0) }
/// try await save.execute("notes").finished()
/// ```
public typealias CompletableAction<Input: Sendable> = Action<Input, Never>
