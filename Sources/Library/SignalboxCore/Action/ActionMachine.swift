internal import DequeModule

/// Decides which executions of an action run, wait or are refused: a pure state machine.
@usableFromInline struct ActionMachine: Sendable {
  @usableFromInline typealias ID = UInt64

  @usableFromInline enum Decision: Equatable, Sendable {
    case refuse
    /// Wait for a turn. The executions in `cancelling` have been cancelled.
    case wait(cancelling: [ID] = [])
    /// Start now. The executions in `cancelling` have been cancelled.
    case start(cancelling: [ID] = [])
  }

  let policy: WhileExecuting
  let onCancel: OnCancel
  /// The last value of `enabledIf`; nil before the first.
  @usableFromInline var gate: Bool?
  private var running: [ID] = []
  /// The running executions that were cancelled and whose work has not ended.
  private var cancelling: Set<ID> = []
  private(set) var waiting: Deque<ID> = []

  init(policy: WhileExecuting, onCancel: OnCancel = .endImmediately) {
    self.policy = policy
    self.onCancel = onCancel
  }

  @usableFromInline var state: ActionState {
    ActionState(
      enabled: gate == true && hasRoom, executing: !running.isEmpty, running: running.count,
      waiting: waiting.count, cancelling: cancelling.count)
  }

  /// All executions that have not ended, in order of acceptance.
  var unfinished: [ID] { running + waiting }

  /// Whether an execution waits for its turn.
  @usableFromInline var hasWaiting: Bool { !waiting.isEmpty }

  private var hasRoom: Bool {
    switch policy {
    case .reject: running.isEmpty
    case .queue(let limit): !hasToWait || waiting.count < limit
    case .restart: true
    case .concurrent(let limit): running.count < limit
    }
  }

  /// Whether a new execution waits for the end of others.
  private var hasToWait: Bool {
    switch policy {
    case .queue, .restart: !running.isEmpty || !waiting.isEmpty
    case .reject, .concurrent: false
    }
  }

  /// Decides about a new execution, given the present value of `enabledIf`.
  @usableFromInline mutating func execute(_ id: ID, gate: Bool) -> Decision {
    guard gate, hasRoom else { return .refuse }
    let superseded = policy == .restart ? cancel(unfinished) : []
    if hasToWait {
      waiting.append(id)
      return .wait(cancelling: superseded)
    }
    running.append(id)
    return .start(cancelling: superseded)
  }

  /// Cancels executions. Returns those that had neither ended nor been cancelled before.
  ///
  /// An execution that is still running after this ends when its work has ended; see ``isCancelling(_:)``.
  mutating func cancel(_ ids: some Sequence<ID>) -> [ID] {
    ids.filter { id in
      if onCancel == .waitForWork, running.contains(id) { return cancelling.insert(id).inserted }
      return end(id)
    }
  }

  /// Whether an execution was cancelled and its work has not ended.
  @usableFromInline func isCancelling(_ id: ID) -> Bool { cancelling.contains(id) }

  /// Removes an execution that has ended. Returns false if it had ended before.
  @usableFromInline mutating func end(_ id: ID) -> Bool {
    if let index = running.firstIndex(of: id) {
      running.remove(at: index)
      cancelling.remove(id)
    } else if let index = waiting.firstIndex(of: id) {
      waiting.remove(at: index)
    } else {
      return false
    }
    return true
  }

  /// The next execution in line, and whether it starts or is refused; nil if none can start.
  @usableFromInline mutating func next(gate: Bool) -> (id: ID, isStarted: Bool)? {
    guard running.isEmpty, let id = waiting.popFirst() else { return nil }
    if gate { running.append(id) }
    return (id, gate)
  }
}
