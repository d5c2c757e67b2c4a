internal import Board
internal import Boundary
internal import TerminalUI

extension Dashboard {
  /// What a button starts: an action with a certain input.
  struct Trigger: Equatable, Sendable {
    let definition: Shared<ActionDescription>
    /// Nil for the only button of an action.
    let choice: ButtonDefinition?
    /// What was typed; nil for nothing.
    var typed: InputValues?

    let label: Shared<ButtonLabel>

    init(_ definition: Shared<ActionDescription>, choice: ButtonDefinition? = nil) {
      self.definition = definition
      self.choice = choice
      let action = definition.value
      var label = ButtonLabel(
        id: choice.map { "\(action.id) \($0.input)" } ?? action.id,
        title: choice.map { Self.title(of: $0, in: action) } ?? action.title,
        key: (choice.map(\.key) ?? action.key).map(Key.init))
      (label.group, label.tags) = (action.notes.group, action.notes.tags)
      label.hasChoice = action.form.hasChoice
      label.isService = action.isService
      label.isEnteredWhenPressed = action.isEnteredWhenPressed
      self.label = Shared(label)
    }

    /// The title of the action and that of one of its buttons, unless this one contains it.
    private static func title(of choice: ButtonDefinition, in action: ActionDescription) -> String {
      let isContained = choice.title.lowercased().contains(action.title.lowercased())
      return isContained ? choice.title : "\(action.title): \(choice.title)"
    }

    var action: ActionDescription { definition.value }
    var id: String { label.value.id }
    var title: String { label.value.title }
    var key: Key? { label.value.key }

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
    static func all(of action: Shared<ActionDescription>) -> [Trigger] {
      action.value.buttons.isEmpty
        ? [Trigger(action)] : action.value.buttons.map { Trigger(action, choice: $0) }
    }

    /// Whether this button started the current or last run of its action.
    func isCause(of status: ActionStatus) -> Bool {
      choice == nil || status.runs.input == choice.map { .text($0.input) }
    }
  }
}
