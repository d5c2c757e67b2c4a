/// The live state that guards are evaluated against: one consistent snapshot.
public protocol GuardFacts {
  /// What is known about an action, nil when there is no such action.
  func action(_ id: String) -> ActionFacts?
  /// Whether at least one network request is under way.
  var networkIsBusy: Bool { get }
  /// Whether at least one error is present.
  var hasErrors: Bool { get }
}

/// What is known about one action at one moment. `nil` means that it is not known, or no longer true for
/// sure.
///
///     var facts = ActionFacts()   // never ran, cannot be started
///     facts.isIdle = false
///     facts.hasSucceeded = true
public struct ActionFacts: Sendable, Equatable {
  /// It runs now, waits between retries included.
  public var isRunning: Bool? = false
  /// Its last finished run succeeded.
  public var hasSucceeded: Bool? = false
  /// Its last finished run failed.
  public var hasFailed: Bool? = false
  /// It never ran.
  public var isIdle: Bool? = true
  /// It could be started now.
  public var isEnabled: Bool? = false
  /// The value it shows.
  public var value: String?
  /// How far it is, from 0 to 1.
  public var progress: Double?

  public init() {}
}

extension GuardFact {
  /// Whether the fact holds; nil when it is unknown, or not a matter of true and false.
  func holds(in facts: some GuardFacts) -> Bool? {
    switch self {
    case .networkIsBusy: return facts.networkIsBusy
    case .hasErrors: return facts.hasErrors
    case .action(let id, let property):
      guard let action = facts.action(id) else { return nil }
      return switch property {
      case .running: action.isRunning
      case .succeeded: action.hasSucceeded
      case .failed: action.hasFailed
      case .idle: action.isIdle
      case .enabled: action.isEnabled
      case .value, .progress: nil
      }
    }
  }
}
