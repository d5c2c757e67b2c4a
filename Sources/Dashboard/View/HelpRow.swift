import TerminalUI

/// One row of the help.
enum HelpRow: Equatable {
  case heading(String)
  case command(Dashboard.KeyMap.Binding, isPossible: Bool)
  case button(Dashboard.Button)

  /// Identifies a row, also after rows were added or removed.
  enum ID: Hashable {
    case heading(String)
    case command(Dashboard.Command)
    case button(String)
  }

  var id: ID {
    switch self {
    case .heading(let title): .heading(title)
    case .command(let binding, _): .command(binding.command)
    case .button(let button): .button(button.id)
    }
  }

  /// False for a heading, which cannot be chosen.
  var isChoice: Bool {
    if case .heading = self { false } else { true }
  }

  /// All commands of the panel, by topic, and all buttons of the board.
  static func all(_ state: Dashboard.State) -> [HelpRow] {
    let commands = Dashboard.Command.Topic.allCases.flatMap { topic in
      let bindings = state.keys.bindings.filter { $0.command.topic == topic }
      return [HelpRow.heading(topic.rawValue)]
        + bindings.map { .command($0, isPossible: state.allows($0.command)) }
    }
    guard !state.buttons.isEmpty else { return commands }
    return commands + [.heading(state.title)] + state.buttons.map { .button($0) }
  }
}
