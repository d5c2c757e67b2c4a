internal import Board
public import Jobs
public import SignalboxCore
public import TerminalUI

extension Dashboard {
  /// The panel at work: keys in, states out.
  ///
  /// It holds what belongs to the screen (focus, scroll, an open question) and reads everything else from live data, in
  /// one turn for all changes. It draws nothing and knows no terminal, so a whole panel runs in a test.
  @MainActor
  public final class Model {
    /// What a key asks of the program around the panel.
    public enum Request: Sendable, Equatable {
      case redraw
      case suspend
      /// Take the mouse, or leave it to the terminal; `mouse` is then to say who has it.
      case useMouse(Bool)
      /// Cancel what runs and end; the second time, kill what is left.
      case quit
      /// Hand a text to whatever can paste it, and `show` what became of it.
      case copy(String)
    }

    public internal(set) var state: State
    /// Called when the state has changed. The picture may be the same nevertheless.
    public var onChange: () -> Void = {}
    /// Called when a key asks for something that is not the panel's business.
    public var onRequest: (Request) -> Void = { _ in }
    /// Decides when changes that nobody typed are read: at once, or later and then many together. It is handed the same
    /// reading each time and may leave out all but one.
    public var whenToRead: (_ read: @escaping @MainActor () -> Void) -> Void = { $0() }
    /// The size of the picture, which a page of the log and the buttons in view depend on.
    public var size: Size

    let interlocking: Interlocking
    /// What the buttons stand for, in their order.
    var levers: [Lever] = []
    /// The version of the jobs that the buttons were made from.
    var leversVersion = -1
    let preferences: Preferences
    var keys: KeyMap { state.keys }
    let animation: Animation
    /// True from a change until it is read.
    var isOutOfDate = true
    /// When the jobs were read last.
    var lastReading = Duration.zero
    /// When there is something new to read although nothing has changed; nil for never.
    var nextReading: Duration?
    let clock: WallClock
    var isLeaving = false
    var question: OpenQuestion?
    /// The number of the activity that has the focus; nil while the buttons have it.
    var chosenActivity: UInt64?
    /// The mouse button that is held down, and where it was clicked last.
    var hold: Hold?
    var lastClick: Click?
    /// How the logs are looked at, by the names of their actions.
    var browsers: [String: LogBrowser] = [:]
    var logOptions = LogOptions()
    var openPrompt: OpenPrompt?
    /// What was searched for last, and what was filtered by.
    var lastTexts: [Prompt.Purpose: String] = [:]

    /// - Parameters:
    ///   - isReadOnly: starts, cancels and dismisses nothing; what repeats is not started by a key, so it still runs.
    ///   - scheduler: runs animation on the main actor.
    ///   - clock: tells clock times to show.
    public init(
      _ interlocking: Interlocking, glyphs: GlyphSet, size: Size, preferences: Preferences = Preferences(),
      isReadOnly: Bool = false, scheduler: any Scheduler & Sendable, clock: WallClock = WallClock()
    ) {
      self.interlocking = interlocking
      self.size = size
      self.clock = clock
      self.preferences = preferences
      animation = Animation(scheduler)
      state = State(title: interlocking.board.title, glyphs: glyphs)
      state.isReadOnly = isReadOnly
      renewLevers()
      state.message = keyRemark
      animation.onTick = { [weak self] in self?.tick() }
      interlocking.onChange = { [weak self] in self?.changesCame() }
      read()
    }

    // MARK: Input

    /// Says what is waited for while everything is being cancelled, if there is anything; only quitting again is
    /// possible from now on.
    public func showLeaving() {
      isLeaving = true
      closePrompt()
      closeOverlay()
      ask(.leaving(runningJobs))
      refresh()
    }

    /// Takes in what a person did.
    public func handle(_ event: InputEvent) {
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

    /// Says something until the next key, such as what became of a request while it is granted. The next picture has it.
    public func show(_ message: String) {
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

    /// The job whose log is shown.
    var focusedJob: Job? { levers.indices.contains(state.focus) ? levers[state.focus].job : nil }
  }
}
