internal import TerminalUI

/// Moves the choice among the rows of the help.
extension Dashboard.Menu {
  /// The help with its first command chosen.
  static func opened(over state: Dashboard.State) -> Self {
    Self(focus: HelpRow.all(state).firstIndex(where: \.isChoice) ?? 0)
  }

  /// The identifier of the chosen row.
  func chosenRow(in state: Dashboard.State) -> HelpRow.ID? {
    let rows = HelpRow.all(state)
    return rows.indices.contains(focus) ? rows[focus].id : nil
  }

  /// Moves the choice to another row that can be chosen, and scrolls it into view.
  mutating func moveFocus(by step: Int, wraps: Bool, in state: Dashboard.State, board: Rect) {
    let rows = HelpRow.all(state)
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
    let rows = HelpRow.all(state)
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
