internal import Board
internal import Boundary

extension Dashboard {
  /// What a button starts: an action with a certain input.
  struct Lever: Equatable, Sendable {
    let definition: Shared<ActionDescription>
    /// Nil for the only button of an action.
    let choice: ButtonDefinition?
    /// What was typed; nil for nothing.
    var typed: InputValues?

    /// The name of the action, followed by the input if it has several buttons.
    let id: String
    /// The title of the action; that of one of several buttons follows it, unless it contains it.
    let title: String
    let key: ButtonKey?

    init(_ definition: Shared<ActionDescription>, choice: ButtonDefinition? = nil) {
      self.definition = definition
      self.choice = choice
      let action = definition.value
      id = choice.map { "\(action.id) \($0.input)" } ?? action.id
      key = choice.map(\.key) ?? action.key
      title = choice.map { Self.title(of: $0, in: action) } ?? action.title
    }

    private static func title(of choice: ButtonDefinition, in action: ActionDescription) -> String {
      let isContained = choice.title.lowercased().contains(action.title.lowercased())
      return isContained ? choice.title : "\(action.title): \(choice.title)"
    }

    var action: ActionDescription { definition.value }

    /// The title beside the other buttons of the action only.
    var shortTitle: String { choice?.title ?? action.title }
    var input: InputValues? { typed ?? choice.map { .text($0.input) } }
    /// Whether a person wants to type what can also be left out.
    var asksForAll = false
    /// Whether something is typed before it starts.
    var needsTyping: Bool {
      !action.form.inputs.isEmpty && typed == nil && (action.form.isNeeded || asksForAll)
    }

    /// All buttons of an action.
    static func all(of action: Shared<ActionDescription>) -> [Lever] {
      action.value.buttons.isEmpty
        ? [Lever(action)] : action.value.buttons.map { Lever(action, choice: $0) }
    }

    /// Whether this button started the current or last run of its action.
    func isCause(of status: ActionStatus) -> Bool {
      choice == nil || status.runs.input == choice.map { .text($0.input) }
    }
  }
}
