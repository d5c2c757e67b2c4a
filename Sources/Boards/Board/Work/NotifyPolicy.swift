/// Which changes of an action's state send a notification, and how.
public struct NotifyPolicy: Sendable, Equatable {
  /// A change that can send a notification.
  public enum Change: String, Sendable, CaseIterable {
    case failed, succeeded
    /// The action succeeded after it had failed.
    case recovered
    /// Its program asks something.
    case asks
  }

  /// The changes that send a notification; at least one.
  public let changes: Set<Change>
  /// Whether the terminal rings its bell.
  public let ringsBell: Bool
  /// Whether the terminal shows a notification on the desktop, if it supports that.
  public let showsOnDesktop: Bool
  /// A command that runs with the details in its environment; nil for none.
  public let command: CommandDefinition?

  public init(
    _ changes: Set<Change>, ringsBell: Bool = true, showsOnDesktop: Bool = true,
    command: CommandDefinition? = nil
  ) {
    self.changes = changes
    self.ringsBell = ringsBell
    self.showsOnDesktop = showsOnDesktop
    self.command = command
  }
}
