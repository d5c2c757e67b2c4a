package import Board

/// A change of an action's state for which the board has a notification.
package struct Notice: Sendable, Equatable {
  /// The name of the action in the board.
  package let action: String
  package let title: String
  package let change: NotifyPolicy.Change
  /// The failure, the question, or the last value of the run; empty if there is none of them.
  package let message: String
  /// How the notification is delivered.
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

  /// The most characters of a message.
  package static let messageLimit = 1_000

  /// Nil if the action has no notification for any of these changes.
  package init?(_ changes: Set<NotifyPolicy.Change>, of definition: ActionDefinition, message: String) {
    guard let policy = definition.notify else { return nil }
    // A recovery is a success, too, and more specific.
    let change = [NotifyPolicy.Change.recovered, .succeeded, .failed, .asks].first {
      changes.contains($0) && policy.changes.contains($0)
    }
    guard let change else { return nil }
    self.init(
      action: definition.id, title: definition.title, change: change,
      message: String(message.prefix(Self.messageLimit)), policy: policy)
  }

  /// The environment variables of a command that delivers it.
  package var environment: [String: String] {
    ["SIGNALBOX_ACTION": action, "SIGNALBOX_STATE": change.rawValue, "SIGNALBOX_MESSAGE": message]
  }
}
