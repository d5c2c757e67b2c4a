internal import Boundary
internal import TerminalUI

/// The focus of the buttons.
extension Dashboard.Model {
  /// Moves the focus by rows, up to the first or the last one.
  func moveFocus(by step: Int) {
    guard let index = state.rows.button(from: state.focus, movedBy: step) else { return }
    state.focus = index
    state.scrollsFreely = false
  }

  /// Moves the focus to a button, and scrolls it into view.
  func focusButton(_ index: Int) {
    reveal(button: index)
    state.focus = index
    // What is chosen is listed, also if the filter does not find it.
    let chosen = state.focusedButton?.id
    state.filter?.held = chosen
    state.scrollsFreely = false
  }

  /// Moves the focus to the next button whose program asks something, and from the last one to the first.
  func focusNextQuestion() {
    let asking = state.buttons.indices.filter { state.buttons[$0].asks }
    guard let next = asking.first(where: { $0 > state.focus }) ?? asking.first else {
      state.message = "No program asks anything"
      return
    }
    focusButton(next)
    centerFocus()
  }

  /// Scrolls the chosen button to the middle if it is out of view, so that its neighbours are seen as well.
  func centerFocus() {
    let layout = Dashboard.Layout(state, size: size)
    var unmoved = state
    unmoved.scrollsFreely = true
    guard let row = state.rows.row(ofButton: state.focus),
      !layout.buttonWindow(unmoved).visible.contains(row)
    else { return }
    state.scroll = max(0, row - layout.buttons.height / 2)
  }

  /// Scrolls the buttons by rows without moving the focus.
  func scrollButtons(by rows: Int) {
    let first = Dashboard.Layout(state, size: size).buttonWindow(state).visible.lowerBound
    state.scroll = max(0, first + rows)
    state.scrollsFreely = true
  }
}
