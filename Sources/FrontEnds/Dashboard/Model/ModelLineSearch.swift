internal import Board
internal import Boundary
internal import TerminalUI

/// The search in the outputs of all actions.
extension Dashboard.Model {
  /// Asks the box what contains the text that is typed.
  func findLines() {
    guard !isFindingLines, let search = lineSearch, search.answered != search.text else { return }
    isFindingLines = true
    box.find(search.text) { [weak self] result in
      guard let self else { return }
      isFindingLines = false
      guard var present = lineSearch else { return }
      guard present.text == search.text else { return findLines() }
      present.take(result, of: search.text, in: situation)
      state.mode.front = .overlay(present)
      onChange()
    }
  }

  private var lineSearch: Dashboard.LineSearch? { state.mode.overlay as? Dashboard.LineSearch }

  /// Scrolls to the line that was found, as soon as the box has sent its output.
  func readSoughtLine() {
    guard let (line, text) = soughtLine else { return }
    let isElsewhere = focusedID != line.action
    // The output may still be on its way.
    guard isElsewhere || box.output(of: line.action).endIndex > line.number else { return }
    soughtLine = nil
    if isElsewhere { return }
    if box.output(of: line.action).startIndex > line.number { state.message = "The line is no longer kept" }
    changeLog { $0.show(matchIn: line.number, of: text, on: $1) }
  }
}
