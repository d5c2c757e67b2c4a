package import TerminalUI

extension Dashboard {
  /// The keys of each command. Help and footer are generated from it, so they always match.
  package struct KeyMap: Equatable, Sendable {
    /// The keys of one command, and its descriptions.
    package struct Binding: Equatable, Sendable {
      /// The keys; the footer shows the first one. Empty if the command is only typed, or the user has
      /// removed them all.
      package let keys: [Key]
      /// The command that the keys perform.
      package let command: Command
      /// One word, for the footer.
      package let word: String
      /// One line, for the help.
      package let description: String
    }

    /// The bindings, in the order in which the help shows them.
    package let bindings: [Binding]
    /// The commands whose keys are all those of buttons.
    var displaced: Set<Command> = []
    /// The index of the binding of each command that has a key.
    private let indices: [Command: Int]

    package init(bindings: [Binding]) {
      self.bindings = bindings
      let bound = bindings.indices.lazy.filter { !bindings[$0].keys.isEmpty }
      indices = Dictionary(bound.map { (bindings[$0].command, $0) }) { first, _ in first }
    }

    /// The command of a key; nil if the key is free for the board to use.
    package func command(for key: Key) -> Command? {
      bindings.first { $0.keys.contains(key) }?.command
    }

    /// The binding of a command; nil if the user has removed all of its keys.
    package func binding(of command: Command) -> Binding? {
      indices[command].map { bindings[$0] }
    }

    /// The key by which a command can be found whose own keys are those of buttons; nil for another command.
    func detour(to command: Command) -> Key? {
      guard displaced.contains(command) else { return nil }
      return (binding(of: .palette) ?? binding(of: .help))?.keys.first
    }

    /// What the footer shows for a command; nil if it cannot be reached by a key, as the user wants it.
    func hint(of command: Command) -> (key: Key, word: String)? {
      if let binding = binding(of: command) { return binding.keys.first.map { ($0, binding.word) } }
      return detour(to: command).flatMap { key in
        bindings.first { $0.command == command }.map { (key, $0.word) }
      }
    }

    /// How a command is performed, in a message: its key, or what leads to its name and the name.
    func way(to command: Command) -> String {
      if let key = binding(of: command)?.keys.first { return key.name }
      guard let key = (binding(of: .palette) ?? binding(of: .help))?.keys.first else {
        return command.rawValue
      }
      return key.name + (key.name.count == 1 ? "" : " ") + command.rawValue
    }

    /// The default keys of the panel.
    package static let standard = KeyMap(bindings: boardBindings + logBindings + panelBindings)

    private static let boardBindings: [Binding] = [
      Binding(
        keys: [.enter, .character(" ")], command: .press, word: "press",
        description: "Press the chosen action; cancel it if it runs"),
      Binding(
        keys: [.down, .character("j")], command: .next, word: "next",
        description: "Choose the next action"),
      Binding(
        keys: [.up, .character("k")], command: .previous, word: "previous",
        description: "Choose the previous action"),
      Binding(
        keys: [.tab, .backTab], command: .focus, word: "output",
        description: "Give the focus to the output, or back"),
      Binding(
        keys: [.left, .character("h")], command: .fold, word: "fold",
        description: "Fold the group, or choose the previous action"),
      Binding(
        keys: [.right, .character("l")], command: .unfold, word: "unfold",
        description: "Unfold the group, or choose the next action"),
      Binding(
        keys: [.character("f")], command: .find, word: "find",
        description: "List only what a text, #tag or :failed finds"),
      Binding(
        keys: [.character("A")], command: .actOnAll, word: "all",
        description: "Start, restart or cancel all that is found"),
      Binding(
        keys: [.control("a")], command: .startAll, word: "start-all",
        description: "Start all services of the group, in order"),
      Binding(
        keys: [.character("H")], command: .foldAll, word: "fold all",
        description: "Fold all groups, or unfold them"),
      Binding(
        keys: [.control("p")], command: .pick, word: "pick",
        description: "Pick an input for an action with several"),
      Binding(
        keys: [.character("i")], command: .answer, word: "answer",
        description: "Answer what the chosen action asks"),
      Binding(
        keys: [.control("g")], command: .nextQuestion, word: "question",
        description: "Answer an agent, or choose what asks next"),
      Binding(
        keys: [.delete], command: .cancel, word: "cancel",
        description: "Cancel the chosen action, after a question"),
      Binding(
        keys: [.character("R")], command: .restart, word: "restart",
        description: "Restart the chosen action: cancel, wait, start"),
      Binding(
        keys: [.character("a")], command: .activities, word: "activities",
        description: "Choose among what runs; Enter shows its output"),
      Binding(
        keys: [.character("e")], command: .errors, word: "errors",
        description: "Choose among the errors; Enter shows the action"),
      Binding(
        keys: [.character("w")], command: .details, word: "why",
        description: "Show what the chosen action is and needs"),
      Binding(
        keys: [.character("W")], command: .watch, word: "watch",
        description: "Let changed files start what is watched, or not"),
      Binding(
        keys: [.character("x")], command: .dismissError, word: "dismiss",
        description: "Dismiss the error"),
      Binding(
        keys: [.character("X")], command: .dismissAllErrors, word: "dismiss all",
        description: "Dismiss all errors"),
      Binding(
        keys: [.control("d")], command: .nextPage, word: "page down",
        description: "Choose an action half a page further down"),
      Binding(
        keys: [.control("u")], command: .previousPage, word: "page up",
        description: "Choose an action half a page further up"),
      Binding(
        keys: [.character("g")], command: .first, word: "first",
        description: "Choose the first action"),
      Binding(
        keys: [.character("G")], command: .last, word: "last",
        description: "Choose the last action"),
    ]

    private static let panelBindings: [Binding] = [
      Binding(
        keys: [.control("r")], command: .runs, word: "runs",
        description: "Show the last runs of the chosen action"),
      Binding(
        keys: [.character("?")], command: .help, word: "help",
        description: "All that can be done; type to find it"),
      Binding(
        keys: [.character(":")], command: .palette, word: "commands",
        description: "Find a command or an action by typing"),
      Binding(
        keys: [.character("E")], command: .edit, word: "edit",
        description: "Open the board in $EDITOR"),
      Binding(
        keys: [], command: .reopen, word: "reopen",
        description: "Open the board that is here now"),
      Binding(
        keys: [], command: .project, word: "project",
        description: "Open the Makefile and the like that are here"),
      Binding(
        keys: [.character("!")], command: .showMistakes, word: "file",
        description: "Show mistakes, and what is not taken over"),
      Binding(
        keys: [.escape], command: .close, word: "close",
        description: "Close what is open; end search, filter, selection"),
      Binding(
        keys: [.character("m")], command: .mouse, word: "mouse",
        description: "Give the mouse to the terminal, or take it back"),
      Binding(
        keys: [.character("q"), .control("c")], command: .quit, word: "quit",
        description: "Quit; asks first while something runs"),
      Binding(
        keys: [.control("l")], command: .redraw, word: "redraw",
        description: "Redraw the screen"),
      Binding(
        keys: [.control("z")], command: .suspend, word: "suspend",
        description: "Go back to the shell until fg"),
    ]
  }
}
