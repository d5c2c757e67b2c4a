internal import TerminalUI

extension Dashboard.Model {
  func perform(_ command: Dashboard.Command) {
    switch command {
    case .press:
      if state.isStale {
        onRequest(.reopen)
      } else if !unfoldFocusedGroup() {
        pressButton(state.focus)
      }
    case .next: moveFocus(by: 1)
    case .previous: moveFocus(by: -1)
    case .focus: switchFocus()
    case .fold: fold()
    case .unfold: unfold()
    case .find: openMenu(.actions)
    case .palette: openMenu(.all)
    case .errors: showErrors()
    case .dismissError: dismissError()
    case .dismissAllErrors: dismissAllErrors()
    case .scrollBack, .scrollForward, .scrollLineBack, .scrollLineForward, .showLogStart, .followLog,
      .previousRun, .nextRun, .search, .nextMatch, .previousMatch, .filter, .wrap, .timestamps, .select,
      .copy:
      performOnLog(command)
    case .searchAll: openLineSearch()
    case .zoom: zoom()
    case .enlargeOutput: moveSplit(by: 1)
    case .reduceOutput: moveSplit(by: -1)
    case .page: openOutput()
    case .edit: onRequest(.edit)
    case .details: toggleDetails()
    case .runs: showRuns()
    case .help: openMenu()
    case .pick: pickInput()
    case .answer: askForAnswer()
    case .cancel: cancelFocused()
    case .restart: restartFocused()
    case .showMistakes: showMistakes()
    case .activities: showActivities()
    case .mouse: toggleMouse()
    case .close: close()
    case .quit: quit()
    case .redraw: onRequest(.redraw)
    case .suspend: onRequest(.suspend)
    }
  }

  /// Closes one thing that is open: the overlay, then the selection, search or filter of the log, then the
  /// zoom, then the focus of the output.
  private func close() {
    if state.overlay != nil { return closeOverlay() }
    let isBusy = state.log.map { $0.selectedCount != nil || $0.search != nil || $0.filter != nil } ?? false
    if details.requested != nil { return toggleDetails() }
    if state.isZoomed, !isBusy { return zoom() }
    if state.outputHasFocus, !isBusy { return switchFocus() }
    performOnLog(.close)
  }

  /// Gives the output the whole screen, or takes it back.
  private func zoom() { state.isZoomed.toggle() }

  /// Moves the line between the buttons and the output, as far as it goes.
  private func moveSplit(by steps: Int) {
    let before = Dashboard.Layout(state, size: size)
    state.split += steps
    let after = Dashboard.Layout(state, size: size)
    guard before.log.size == after.log.size else { return }
    state.split -= steps
    state.message =
      state.isZoomed
      ? "The output has the whole screen" : "The output cannot be \(steps > 0 ? "larger" : "smaller")"
  }

  /// Moves the line between the buttons and the output to the mouse, as far as it goes.
  func moveDivider(to end: Point) {
    let layout = Dashboard.Layout(state, size: size)
    let steps = layout.steps(from: layout.divider.origin, to: end)
    for _ in 0..<abs(steps) where state.message == nil { moveSplit(by: steps.signum()) }
    // At the end of its way, a key says so; the mouse shows it.
    state.message = nil
  }

  /// Releases the mouse to the terminal, which then selects text with it, or captures it again.
  private func toggleMouse() {
    switch state.mouse {
    case .taken: onRequest(.useMouse(false))
    case .given: onRequest(.useMouse(true))
    case .absent: state.message = "This terminal does not tell of its mouse"
    }
  }
}
