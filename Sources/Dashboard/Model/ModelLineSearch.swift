internal import Board
internal import Boundary
internal import TerminalUI

/// The search in the outputs of all actions.
extension Dashboard.Model {
  var isSearchingLines: Bool { if case .lines = state.overlay { true } else { false } }

  func openLineSearch() {
    closeOverlay()
    state.overlay = .lines(Dashboard.LineSearch())
  }

  /// Characters are typed, and other keys move the choice or go to the chosen line.
  func press(_ key: Key, over search: Dashboard.LineSearch) {
    switch key {
    case .character(let character): typeInLineSearch { $0.append(character) }
    case .backspace: typeInLineSearch { _ = $0.popLast() }
    case .control("u"): typeInLineSearch { $0 = "" }
    case .control("c"): closeOverlay()
    case .enter: show(search.chosen, of: search)
    default: perform(commandInList(for: key), over: search)
    }
  }

  private func perform(_ command: Dashboard.Command?, over search: Dashboard.LineSearch) {
    let page = max(1, boardArea.height - 6)
    if let rows = command?.rows(page: page, count: search.result.lines.count) {
      return moveInLineSearch(by: rows, wraps: command?.step != nil)
    }
    switch command {
    case .press: show(search.chosen, of: search)
    case .close, .redraw, .suspend: performOverList(command)
    default: break
    }
  }

  func moveInLineSearch(by rows: Int, wraps: Bool) {
    guard case .lines(var search) = state.overlay else { return }
    search.move(by: rows, wraps: wraps)
    state.overlay = .lines(search)
  }

  /// Changes the text, and asks the box what contains it.
  func typeInLineSearch(_ change: (inout String) -> Void) {
    guard case .lines(var search) = state.overlay else { return }
    change(&search.text)
    state.overlay = .lines(search)
    findLines()
  }

  private func findLines() {
    guard !isFindingLines, case .lines(let search) = state.overlay else { return }
    guard search.answered != search.text else { return }
    isFindingLines = true
    box.find(search.text) { [weak self] result in
      guard let self else { return }
      isFindingLines = false
      show(result, of: search.text)
    }
  }

  private func show(_ result: OutputSearch, of text: String) {
    guard case .lines(var search) = state.overlay else { return }
    guard search.text == text else { return findLines() }
    (search.result, search.focus, search.answered) = (result, 0, text)
    for line in result.lines where search.titles[line.action] == nil {
      search.titles[line.action] = situation[line.action]?.description.title
    }
    state.overlay = .lines(search)
    onChange()
  }

  /// Goes to a line that was found.
  func show(_ line: OutputSearch.Line?, of search: Dashboard.LineSearch) {
    guard let line else { return }
    guard let index = levers.index(ofAction: line.action) else {
      state.message = "Its action is no longer on the board"
      return
    }
    closeOverlay()
    focusButton(index)
    soughtLine = (line, search.text)
  }

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
