public import TerminalUI

extension Dashboard {
  /// The button of an action.
  public struct Button: Equatable, Sendable, Identifiable {
    /// What became of the action's last run.
    public enum Phase: String, Equatable, Sendable {
      case idle, running, succeeded, failed, cancelled
      /// It failed, which does not count yet; `lastResult` says how often that may be.
      case tolerated
    }

    /// The name of the action in the board, and its input if there are several buttons: "deploy staging".
    public let id: String
    /// The key that presses it wherever the focus is.
    public var key: Key?
    /// What the button is called on screen.
    public var title: String
    /// The state that the row shows as a sign and a word.
    public var phase: Phase = .idle
    /// False while its guard holds it.
    public var isEnabled = true
    /// Why it is not enabled, such as "needs build.succeeded".
    public var reason: String?
    /// How long the run has lasted, or the last run took.
    public var duration: Duration?
    /// How far the run is, from 0 to 1; nil if that is unknown.
    public var fraction: Double?
    /// In a few words what came out last, or what a run without progress is at.
    public var lastResult: String?
    /// What happens to the button when the run has ended, since its board has changed; nil as a rule.
    public var fate: String?
    /// Presses that wait for the run to end.
    public var waiting = 0
    /// True if its action has other buttons too.
    public var isOneOfSeveral = false
    /// How its last runs went; only of an action that repeats.
    public var trend: Trend?

    public init(id: String, title: String, key: Key? = nil) {
      self.id = id
      self.title = title
      self.key = key
    }

    /// True if a press would be refused. A running action is never locked: it can be cancelled.
    public var isLocked: Bool { !isEnabled && phase != .running }
  }
}
