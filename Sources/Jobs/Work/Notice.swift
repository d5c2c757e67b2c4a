package import Board

/// The change of an action's state that somebody outside the panel wants to hear of.
package struct Notice: Sendable, Equatable {
  /// The name of the action in the board.
  package let action: String
  package let title: String
  package let change: NotifyPolicy.Change
  /// What went wrong, or what the run said last; empty when that is nothing.
  package let message: String
  /// Who is told.
  package let policy: NotifyPolicy

  package init(
    action: String, title: String, change: NotifyPolicy.Change, message: String, policy: NotifyPolicy
  ) {
    self.action = action
    self.title = title
    self.change = change
    self.message = message
    self.policy = policy
  }

  /// The most characters of a message that are told.
  static let messageLimit = 1_000

  /// Nil when nobody is to be told of any of these changes.
  init?(_ changes: Set<NotifyPolicy.Change>, of definition: ActionDefinition, message: String) {
    guard let policy = definition.notify else { return nil }
    // A recovery is a success too, and says more.
    let told = [NotifyPolicy.Change.recovered, .succeeded, .failed].first {
      changes.contains($0) && policy.changes.contains($0)
    }
    guard let told else { return nil }
    self.init(
      action: definition.id, title: definition.title, change: told,
      message: String(message.prefix(Self.messageLimit)), policy: policy)
  }

  /// The facts as a command finds them.
  var environment: [String: String] {
    ["SIGNALBOX_ACTION": action, "SIGNALBOX_STATE": change.rawValue, "SIGNALBOX_MESSAGE": message]
  }
}
