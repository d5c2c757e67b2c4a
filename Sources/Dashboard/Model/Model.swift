package import Boundary
package import SignalboxCore
package import TerminalUI

extension Dashboard {
  /// The running panel: input events in, states out.
  ///
  /// It holds the state of the screen (focus, scroll positions, an open question) and reads everything else
  /// from live data, once for any number of changes. It does not draw and does not depend on a terminal, so a
  /// test can run a whole panel.
  @MainActor
  package final class Model {
    /// A request to the program that runs the panel.
    package enum Request: Sendable, Equatable {
      case redraw
      case suspend
      /// Capture the mouse, or release it to the terminal. Set `mouse` afterwards.
      case useMouse(Bool)
      /// Cancel all running actions and quit. If requested a second time, kill what is still running.
      case quit
      /// Copy a text to the clipboard, and report the result with `show`.
      case copy(String)
    }

    package internal(set) var state: State
    /// Called when the state has changed. Its picture may still be the same.
    package var onChange: () -> Void = {}
    /// Called when a key requires something of the surrounding program.
    package var onRequest: (Request) -> Void = { _ in }
    /// Schedules the reading of changes that are not caused by input: at once, or later for several changes
    /// together. The argument is the same each time, so only one of several calls has to be carried out.
    package var whenToRead: (_ read: @escaping @MainActor () -> Void) -> Void = { $0() }
    /// The size of the picture. It determines the page size of the log and which buttons are in view.
    package var size: Size

    let box: any Boundary.Box
    /// The moment of the board at which the last input event arrived, or which was read since.
    var situation: Situation
    /// The last change of the board file that was shown.
    var shownReload: Situation.Reload
    /// What each button starts, in the order of the buttons.
    var levers: [Lever] = []
    /// The actions from which `levers` was made.
    var leverActions: [ActionDescription] = []
    let preferences: Preferences
    var keys: KeyMap { state.keys }
    let animation: Animation
    /// True if the situation has changed since it was last read.
    var isOutOfDate = true
    /// When the situation was last read.
    var lastReading = Duration.zero
    /// When the situation must be read again even if nothing changes, because a displayed duration changes; nil
    /// for never.
    var nextReading: Duration?
    let clock: WallClock
    var isLeaving = false
    var question: OpenQuestion?
    /// The identifier of the focused activity; nil while the buttons have the focus.
    var chosenActivity: UInt64?
    /// The mouse button that is held down, and the last click.
    var hold: Hold?
    var lastClick: Click?
    /// The view of each log, by the name of its action.
    var browsers: [String: LogBrowser] = [:]
    var logOptions = LogOptions()
    var openPrompt: OpenPrompt?
    /// The last search text and the last filter text.
    var lastTexts: [Prompt.Purpose: String] = [:]

    /// - Parameters:
    /// - isReadOnly: If true, no key starts, cancels or dismisses anything. Actions that repeat still run.
    /// - scheduler: Schedules the animation on the main actor.
    /// - clock: Provides the clock times to show.
    package init(
      _ box: any Boundary.Box, glyphs: GlyphSet, size: Size, preferences: Preferences = Preferences(),
      isReadOnly: Bool = false, scheduler: any Scheduler & Sendable, clock: WallClock = WallClock()
    ) {
      self.box = box
      situation = box.situation
      shownReload = situation.reload
      self.size = size
      self.clock = clock
      self.preferences = preferences
      animation = Animation(scheduler)
      state = State(title: situation.title, glyphs: glyphs)
      state.isReadOnly = isReadOnly
      updateLevers()
      state.message = keyConflict
      animation.onTick = { [weak self] in self?.tick() }
      box.onChange = { [weak self] in self?.boxDidChange() }
      read()
    }

    // MARK: Input

    /// Shows the actions that are shutting down, if there are any. From now on, the only effective command is to
    /// quit again.
    package func showLeaving() {
      isLeaving = true
      situation = box.situation
      closePrompt()
      closeOverlay()
      ask(.leaving(situation.runningActions.map(\.description)))
      refresh()
    }

    /// Handles an input event.
    package func handle(_ event: InputEvent) {
      situation = box.situation
      if isLeaving {
        if case .key(let key) = event, keys.command(for: key) == .quit { onRequest(.quit) }
        if case .mouse(let mouse) = event, question != nil { handle(mouse) }
        return
      }
      state.message = nil
      switch event {
      case .key(let key):
        hold = nil
        press(key)
      case .mouse(let mouse):
        if case .press = mouse.kind { closePrompt() }
        handle(mouse)
      case .paste(let text): paste(text)
      }
      refresh()
    }

    /// Shows a message until the next key, such as the result of a request. Does not call `onChange`.
    package func show(_ message: String) {
      state.message = message
    }

    private func press(_ key: Key) {
      if openPrompt != nil { return pressInPrompt(key) }
      if let overlay = state.overlay { return press(key, over: overlay) }
      if pressInSelection(key) { return }
      if let index = state.buttons.firstIndex(where: { $0.key == key }) {
        leaveActivities()
        focusButton(index)
        return pressButton(index)
      }
      if let command = keys.command(for: key) { perform(command) }
    }

    func perform(_ command: Command) {
      switch command {
      case .press:
        if let activity = state.activityFocus { showActivity(activity) } else { pressButton(state.focus) }
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
      case .showMistakes: showMistakes()
      case .activities: toggleActivities()
      case .mouse: toggleMouse()
      case .close: close()
      case .quit: quit()
      case .redraw: onRequest(.redraw)
      case .suspend: onRequest(.suspend)
      }
    }

    private func moveFocus(by step: Int) {
      if state.activityFocus != nil { return moveActivityFocus(by: step) }
      let count = state.buttons.count
      if count > 0 { focusButton((state.focus + step + count) % count) }
    }

    /// The action whose log is shown.
    var focusedAction: ActionDescription? {
      levers.indices.contains(state.focus) ? levers[state.focus].action : nil
    }
  }
}
