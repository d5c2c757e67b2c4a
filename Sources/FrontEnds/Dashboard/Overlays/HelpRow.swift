import Boundary
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

  /// The rows of a menu: those that match its text.
  static func rows(_ state: Dashboard.State, _ menu: Dashboard.Menu) -> [HelpRow] {
    let rows = rows(state, menu.content)
    if menu.text.isEmpty { return rows }
    let pattern = Dashboard.FuzzyPattern(menu.text)
    let ranked = rows.compactMap { row in row.rank(pattern).map { (row: row, rank: $0) } }
    // Rows of the same rank keep their order.
    return ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.row)
  }

  /// All rows of a menu.
  static func rows(_ state: Dashboard.State, _ content: Dashboard.Menu.Content) -> [HelpRow] {
    switch content {
    case .help: all(state)
    case .all: state.buttons.map { .button($0) } + all(state).filter(\.isCommand)
    }
  }

  private var isCommand: Bool { if case .command = self { true } else { false } }

  /// How well the row matches a pattern; nil if it does not.
  func rank(_ pattern: Dashboard.FuzzyPattern) -> Int? {
    switch self {
    case .heading: nil
    case .command(let binding, _):
      pattern.rank(important: [binding.command.rawValue], others: [binding.description, binding.word])
    case .button(let button):
      button.rank(pattern)
    }
  }

  /// All commands of the panel, by topic, and all buttons of the board.
  static func all(_ state: Dashboard.State) -> [HelpRow] {
    let first = Dashboard.Command.mostUsed.compactMap { command in
      state.keys.bindings.first { $0.command == command }
        .map { HelpRow.command($0, isPossible: state.allows(command)) }
    }
    let commands =
      [.heading("First of all")] + first
      + Dashboard.Command.Topic.allCases.flatMap { topic in
        let bindings = state.keys.bindings.filter {
          $0.command.topic == topic && !Dashboard.Command.mostUsed.contains($0.command)
        }
        return [HelpRow.heading(topic.rawValue)]
          + bindings.map { .command($0, isPossible: state.allows($0.command)) }
      }
    guard !state.buttons.isEmpty else { return commands }
    return commands + [.heading(state.title)] + state.buttons.map { .button($0) }
  }
}

extension Dashboard.Command {
  /// The commands with which the help begins.
  fileprivate static let mostUsed: [Self] = [
    .press, .details, .find, .focus, .search, .restart, .cancel, .runs, .errors, .quit,
  ]
}
