internal import TerminalUI

extension Dashboard.Model {
  func perform(_ command: Dashboard.Command) {
    switch command {
    case .press:
      if state.isStale {
        onRequest(.reopen)
      } else if let activity = state.activityFocus {
        showActivity(activity)
      } else {
        pressButton(state.focus)
      }
    case .next: moveFocus(by: 1)
    case .previous: moveFocus(by: -1)
    case .dismissError: dismissError()
    case .scrollBack, .scrollForward, .scrollLineBack, .scrollLineForward, .showLogStart, .followLog,
      .previousRun, .nextRun, .search, .nextMatch, .previousMatch, .filter, .wrap, .timestamps, .select,
      .copy:
      performOnLog(command)
    case .runs: showRuns()
    case .help: openMenu()
    case .pick: pickInput()
    case .cancel: cancelFocused()
    case .restart: restartFocused()
    case .showMistakes: showMistakes()
    case .activities: toggleActivities()
    case .mouse: toggleMouse()
    case .close: close()
    case .quit: quit()
    case .redraw: onRequest(.redraw)
    case .suspend: onRequest(.suspend)
    }
  }

  /// Closes one thing that is open: the overlay, then the activities, then the selection, search or filter of
  /// the log.
  private func close() {
    if state.overlay != nil { return closeOverlay() }
    activities.index == nil ? performOnLog(.close) : leaveActivities()
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
