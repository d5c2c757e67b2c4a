package import Boundary

extension Dashboard {
  /// A search in the outputs of all actions, as shown in a box over the board.
  package struct LineSearch: Equatable, Sendable {
    /// The text that was typed.
    package var text = ""
    /// The text to which the box has answered last. What it has found stays in view while somebody types on.
    package var answered = ""
    /// What the box has found.
    package var result = OutputSearch()
    /// The titles of the actions that have printed the lines, by their names.
    package var titles: [String: String] = [:]
    /// The index of the chosen line.
    package var focus = 0

    package init() {}

    package var chosen: OutputSearch.Line? {
      result.lines.indices.contains(focus) ? result.lines[focus] : nil
    }

    /// Moves the choice by a number of rows. A single step goes from the end to the start.
    mutating func move(by rows: Int, wraps: Bool) {
      let count = result.lines.count
      guard count > 0 else { return }
      focus = wraps ? (focus + rows + count) % count : min(max(0, focus + rows), count - 1)
    }
  }
}
