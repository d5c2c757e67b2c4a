internal import Boundary
internal import TerminalUI

extension Dashboard.Model {
  /// Performs a command that is about more than the mode.
  func perform(_ command: Dashboard.Command) {
    switch command {
    case .press:
      if state.isStale {
        onRequest(.reopen)
      } else if !unfoldFocusedGroup() {
        pressButton(state.focus, isByEnter: true)
      }
    case .next: moveFocus(by: 1)
    case .previous: moveFocus(by: -1)
    case .fold: fold()
    case .foldAll: foldAll()
    case .actOnAll: askAboutAll()
    case .startAll: askToStartAll()
    case .unfold: unfold()
    case .dismissError: dismissError()
    case .dismissAllErrors: dismissAllErrors()
    case .scrollBack, .scrollForward, .scrollLineBack, .scrollLineForward, .showLogStart, .followLog,
      .previousRun, .nextRun, .search, .nextMatch, .previousMatch, .filter, .wrap, .timestamps, .select,
      .copy, .nextPlace, .previousPlace:
      performOnLog(command)
    case .allLogs: toggleStream()
    case .zoom: state.isZoomed.toggle()
    case .enlargeOutput: moveDivider(by: 1)
    case .reduceOutput: moveDivider(by: -1)
    case .page: openOutput()
    case .edit: onRequest(.edit)
    case .reopen: open(.board, by: command)
    case .project: open(.project, by: command)
    case .details: toggleDetails()
    case .pick: pickInput()
    case .answer: askForAnswer()
    case .nextQuestion: state.hasPetition && !state.isReadOnly ? askAboutPetition() : focusNextQuestion()
    case .cancel: cancelFocused()
    case .restart: restartFocused()
    case .watch: toggleWatch()
    case .mouse: toggleMouse()
    case .quit: quit()
    case .redraw: onRequest(.redraw)
    case .suspend: onRequest(.suspend)
    // The mode has performed them.
    case .focus, .close, .openPlace, .nextPage, .previousPage, .first, .last, .find, .palette, .errors,
      .searchAll, .runs,
      .help, .showMistakes, .activities:
      break
    }
  }

  /// Moves the line between the buttons and the output, as far as it goes.
  private func moveDivider(by steps: Int) {
    if state.moveDivider(by: steps, size: size) { return }
    state.message =
      state.isZoomed
      ? "The output has the whole screen" : "The output cannot be \(steps > 0 ? "larger" : "smaller")"
  }

  /// Lets changed files start actions again, or stops that.
  private func toggleWatch() {
    guard let watch = situation.watch else {
      state.message = "No action of this board is watched"
      return
    }
    if !refusesToAct() { box.setWatching(watch != .on) }
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
