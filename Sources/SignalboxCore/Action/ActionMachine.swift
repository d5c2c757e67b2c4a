/// Which executions of an action run, wait or are refused: a pure state machine.
struct ActionMachine: Sendable {
  typealias ID = UInt64

  enum Decision: Equatable, Sendable {
    case refuse
    case wait
    /// Start, and cancel these, which have ended by that.
    case start(cancelling: [ID])
  }

  let policy: WhileExecuting
  /// The last word of `enabledIf`; nil before the first.
  var gate: Bool?
  private var running: [ID] = []
  private(set) var waiting: [ID] = []

  init(policy: WhileExecuting) { self.policy = policy }

  var state: ActionState {
    ActionState(
      enabled: gate == true && hasRoom, executing: !running.isEmpty, running: running.count,
      waiting: waiting.count)
  }

  private var hasRoom: Bool {
    switch policy {
    case .reject: running.isEmpty
    case .queue(let limit): !hasToWait || waiting.count < limit
    case .restart: true
    case .concurrent(let limit): running.count < limit
    }
  }

  /// True when somebody is at work or before in line.
  private var hasToWait: Bool { !running.isEmpty || !waiting.isEmpty }

  /// Decides about an execution, given what `enabledIf` says at this moment.
  mutating func execute(_ id: ID, gate: Bool) -> Decision {
    guard gate, hasRoom else { return .refuse }
    if case .queue = policy, hasToWait {
      waiting.append(id)
      return .wait
    }
    var superseded: [ID] = []
    if policy == .restart { swap(&superseded, &running) }
    running.append(id)
    return .start(cancelling: superseded)
  }

  /// An execution has ended, or is cancelled while it waits. False when it had ended before.
  mutating func end(_ id: ID) -> Bool {
    if let index = running.firstIndex(of: id) {
      running.remove(at: index)
    } else if let index = waiting.firstIndex(of: id) {
      waiting.remove(at: index)
    } else {
      return false
    }
    return true
  }

  /// The execution whose turn has come, and whether it may start or is refused now; nil when there is none.
  mutating func next(gate: Bool) -> (id: ID, isStarted: Bool)? {
    guard running.isEmpty, !waiting.isEmpty else { return nil }
    let id = waiting.removeFirst()
    if gate { running.append(id) }
    return (id, gate)
  }
}
