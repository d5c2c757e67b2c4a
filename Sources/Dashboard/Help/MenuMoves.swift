internal import TerminalUI

/// Moves the choice among the rows of the help.
extension Dashboard.Menu {
  /// A menu with its first row chosen that starts nothing: Enter may be pressed by accident.
  static func opened(_ content: Content = .help, over state: Dashboard.State) -> Self {
    Self(content, focus: HelpRow.rows(state, content).firstIndex(where: \.isHarmless) ?? 0)
  }

  /// Changes the text, and chooses the best row.
  mutating func type(_ change: (inout String) -> Void, in state: Dashboard.State, board: Rect) {
    change(&text)
    focus = HelpRow.rows(state, self).firstIndex(where: \.isChoice) ?? 0
    scroll = 0
    scrollsFreely = false
    scrollIntoView(in: state, board: board)
  }

  /// The identifier of the chosen row.
  func chosenRow(in state: Dashboard.State) -> HelpRow.ID? {
    let rows = HelpRow.rows(state, self)
    return rows.indices.contains(focus) ? rows[focus].id : nil
  }

  /// Moves the choice to another row that can be chosen, and scrolls it into view.
  mutating func moveFocus(by step: Int, wraps: Bool, in state: Dashboard.State, board: Rect) {
    let rows = HelpRow.rows(state, self)
    let choices = rows.indices.filter { rows[$0].isChoice }
    guard !choices.isEmpty else { return }
    let present = choices.lastIndex { $0 <= focus } ?? 0
    let next = present + step
    focus = choices[wraps ? (next + choices.count) % choices.count : min(max(0, next), choices.count - 1)]
    scrollsFreely = false
    scrollIntoView(in: state, board: board)
  }

  /// Keeps the same row chosen after the rows have changed, so that Enter has the same effect as before. If
  /// the row is gone, chooses the one that took its place.
  mutating func keep(_ row: HelpRow.ID?, in state: Dashboard.State, board: Rect) {
    let rows = HelpRow.rows(state, self)
    focus =
      rows.firstIndex { $0.id == row } ?? rows.indices.last { $0 <= focus && rows[$0].isChoice } ?? 0
    scrollIntoView(in: state, board: board)
  }

  /// Scrolls by rows without changing the choice.
  mutating func scroll(by rows: Int, in state: Dashboard.State, board: Rect) {
    scrollsFreely = true
    scroll = max(0, HelpOverlay(state, self).window(in: board).visible.lowerBound + rows)
    scrollIntoView(in: state, board: board)
  }

  private mutating func scrollIntoView(in state: Dashboard.State, board: Rect) {
    scroll = HelpOverlay(state, self).window(in: board).visible.lowerBound
  }
}

extension HelpRow {
  /// Whether choosing the row starts nothing and ends nothing.
  fileprivate var isHarmless: Bool {
    switch self {
    case .heading: false
    case .button: true
    case .command(let binding, _): binding.command != .press
    }
  }
}
