/// How the failure of an action is shown.
public struct ErrorPolicy: Sendable, Equatable {
  /// Which errors come first in the banner.
  public let priority: Priority
  /// After which time the error goes away by itself; nil when it stays until the action succeeds.
  public let reset: Duration?

  /// How important an error is.
  public enum Priority: String, Sendable, CaseIterable {
    case low, normal, high
  }

  public init(priority: Priority = .normal, reset: Duration? = nil) {
    self.priority = priority
    self.reset = reset
  }
}
