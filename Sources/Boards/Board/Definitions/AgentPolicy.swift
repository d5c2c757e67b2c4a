/// What agents may do with an action: programs that act for a person, and reach the board by `signalbox mcp`
/// or from a shell of their own.
public struct AgentPolicy: Sendable, Equatable {
  /// How far they may go.
  public enum Reach: String, Sendable, CaseIterable {
    /// They may start it, as people may.
    case press
    /// A person is asked first.
    case ask
    /// They see it, and never start it.
    case look
    /// They do not learn that it exists.
    case none
  }

  public var reach: Reach
  /// Whether a person's yes only counts in a panel.
  public var asksInPanels: Bool
  /// Whether they may cancel what people have started.
  public var cancelsAny: Bool

  public init(_ reach: Reach = .press, asksInPanels: Bool = false, cancelsAny: Bool = false) {
    (self.reach, self.asksInPanels, self.cancelsAny) = (reach, asksInPanels, cancelsAny)
  }

  /// What holds if the board says nothing: an action with a question asks it.
  public static func usual(confirmation: String?) -> AgentPolicy {
    AgentPolicy(confirmation == nil ? .press : .ask)
  }
}
