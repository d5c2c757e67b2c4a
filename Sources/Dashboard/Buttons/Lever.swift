internal import Board
internal import Boundary

extension Dashboard {
  /// What a button starts: an action with a certain input.
  struct Lever: Equatable {
    let action: ActionDescription
    /// Nil for the only button of an action.
    let choice: ButtonDefinition?
    /// The input that was typed; nil for none.
    var typed: String?

    /// The title of the action; that of one of several buttons follows it, unless it contains it.
    var title: String {
      guard let choice else { return action.title }
      let isContained = choice.title.lowercased().contains(action.title.lowercased())
      return isContained ? choice.title : "\(action.title): \(choice.title)"
    }
    /// The title beside the other buttons of the action only.
    var shortTitle: String { choice?.title ?? action.title }
    var key: ButtonKey? { choice.map(\.key) ?? action.key }
    var input: String? { typed ?? choice?.input }
    /// Whether its input has to be typed before it starts.
    var needsTyping: Bool { action.input != nil && typed == nil }
    var id: String { choice.map { "\(action.id) \($0.input)" } ?? action.id }

    /// All buttons of an action.
    static func all(of action: ActionDescription) -> [Lever] {
      action.buttons.isEmpty
        ? [Lever(action: action, choice: nil)] : action.buttons.map { Lever(action: action, choice: $0) }
    }

    /// Whether this button started the current or last run of its action.
    func isCause(of status: ActionStatus) -> Bool { choice == nil || status.input == choice?.input }
  }
}
