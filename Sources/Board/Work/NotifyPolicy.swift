/// Whom the change of an action's state is told outside the panel, and which change.
public struct NotifyPolicy: Sendable, Equatable {
  /// What may be told.
  public enum Change: String, Sendable, CaseIterable {
    case failed, succeeded
    /// It succeeded after it had failed.
    case recovered
  }

  /// What is told; at least one.
  public let changes: Set<Change>
  /// Whether the terminal rings its bell.
  public let ringsBell: Bool
  /// Whether the terminal shows a notification on the desktop, if it knows how.
  public let showsOnDesktop: Bool
  /// What is run, with the facts in its environment; nil for nothing.
  public let command: CommandDefinition.Invocation?

  public init(
    _ changes: Set<Change>, ringsBell: Bool = true, showsOnDesktop: Bool = true,
    command: CommandDefinition.Invocation? = nil
  ) {
    self.changes = changes
    self.ringsBell = ringsBell
    self.showsOnDesktop = showsOnDesktop
    self.command = command
  }
}
