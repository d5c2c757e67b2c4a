/// The live state that guards read: a consistent snapshot.
public protocol GuardFacts {
  /// The facts about an action; nil if there is no such action.
  func action(_ id: String) -> ActionFacts?
  /// Whether at least one network request is in progress.
  var networkIsBusy: Bool { get }
  /// Whether there is at least one error.
  var hasErrors: Bool { get }
}

/// The facts about one action at one moment. Nil means unknown.
///
///     var facts = ActionFacts()   // has never run, cannot be started
///     facts.isIdle = false
///     facts.hasSucceeded = true
public struct ActionFacts: Sendable, Equatable {
  /// It is running. The waits between attempts are part of a run.
  public var isRunning: Bool? = false
  /// Its last finished run succeeded.
  public var hasSucceeded: Bool? = false
  /// Its last finished run failed.
  public var hasFailed: Bool? = false
  /// It has never run.
  public var isIdle: Bool? = true
  /// It has run, and is not running.
  public var hasEnded: Bool? = false
  /// It can be started now.
  public var isEnabled: Bool? = false
  /// The value that it shows.
  public var value: String?
  /// Its progress, from 0 to 1.
  public var progress: Double?
  /// The time since the end of the run that `hasSucceeded` and `hasFailed` are about.
  public var age: Duration?

  /// It is a service that is ready.
  public var isReady: Bool? = false
  /// The number of restarts in its present or last run.
  public var restarts: Int? = 0
  /// Its program asks something.
  public var asks: Bool? = false
  /// Its last result is a success, and its inputs are as they were.
  public var isFresh: Bool? = false

  public init() {}
}

extension GuardFact {
  /// Whether the fact is true; nil if it is unknown, or is not a condition.
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
      case .ended: action.hasEnded
      case .enabled: action.isEnabled
      case .ready: action.isReady
      case .asks: action.asks
      case .fresh: action.isFresh
      case .value, .progress, .age, .restarts: nil
      }
    }
  }
}
