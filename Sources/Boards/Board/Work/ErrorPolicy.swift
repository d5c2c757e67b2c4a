public import SignalboxCore

/// How the failure of an action is shown.
public struct ErrorPolicy: Sendable, Equatable {
  /// Errors of higher priority are shown first.
  public let priority: ErrorPriority
  /// The time after which the error disappears by itself; nil if it remains until the action succeeds.
  public let reset: Duration?

  public init(priority: ErrorPriority = .normal, reset: Duration? = nil) {
    self.priority = priority
    self.reset = reset
  }
}

extension ErrorPriority {
  /// The priority as written in boards and in JSON.
  package var word: String {
    switch self {
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    }
  }
}
