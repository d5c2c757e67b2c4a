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
    case .enlargeOutput: moveDivider(by: 1)
    case .reduceOutput: moveDivider(by: -1)
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
  private func moveDivider(by steps: Int) {
    if state.moveDivider(by: steps, size: size) { return }
    state.message =
      state.isZoomed
      ? "The output has the whole screen" : "The output cannot be \(steps > 0 ? "larger" : "smaller")"
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
