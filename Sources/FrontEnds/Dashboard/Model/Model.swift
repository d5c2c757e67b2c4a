package import Boundary
package import SignalboxCore
package import TerminalUI

extension Dashboard {
  /// The running panel: input events in, states out.
  ///
  /// It holds the state of the screen (focus, scroll positions, an open question) and reads everything else
  /// from a box, once for any number of changes. It does not draw and does not depend on a terminal, so a
  /// test can run a whole panel.
  @MainActor
  package final class Model {
    package internal(set) var state: State
    /// Called when the state has changed. Its picture may still be the same.
    package var onChange: () -> Void = {}
    /// Called when a key requires something of the surrounding program.
    package var onRequest: (Dashboard.Request) -> Void = { _ in }
    /// Schedules the reading of changes that are not caused by input: at once, or later for several changes
    /// together. The argument is the same each time, so only one of several calls has to be carried out.
    package var whenToRead: (_ read: @escaping @MainActor () -> Void) -> Void = { $0() }
    /// The size of the picture. It determines the page size of the log and which buttons are in view.
    package var size: Size

    let box: any Boundary.Box
    /// The moment of the board that is shown, or a later one on which a request was based.
    var situation: Situation
    /// How often a changed board had been applied when that was last shown.
    var shownReload: Int
    let preferences: Preferences
    let clock: WallClock
    let animation: Animation
    private(set) lazy var delayedActivity = DelayedActivity(scheduler) { [weak self] in self?.boxDidChange() }
    let scheduler: any Scheduler & Sendable
    var schedule = ReadingSchedule()
    /// The actions that were cancelled in order to quit when they have ended; nil if none were.
    var stopping: [String]?

    // The parts of the state of the screen; each changes by its own rules.
    var triggers = Triggers()
    var logs: LogViews
    var details = DetailsView()
    /// Whether the box searches. It is asked again when it has answered, however fast somebody types.
    var isFindingLines = false
    /// The line to scroll to, and the text by which it was found; nil for none.
    var soughtLine: (line: OutputSearch.Line, text: String)?
    /// The outputs of several actions as one, while they are shown.
    var stream: LogStream?
    /// Identifies it among all that were shown.
    var streamNumber = 0
    /// True while the box is asked for its lines, which it may pass at once.
    var isAskingForStream = false
    /// The action whose failing line is to be marked; nil for none.
    var soughtFailure: String?
    /// The lines that are being marked with the mouse; nil for none.
    var marking: Marking?
    /// Scrolls while the mouse that marks lines is beyond the edge of the output.
    let markingTimer: Animation
    /// The action that was started last, while its first line is awaited; nil for none.
    var awaitedStart: (action: String, number: Int)?
    /// The action whose program is entered as soon as it runs, because it was pressed.
    var awaitedEntry: AwaitedEntry?
    /// How many such presses there were.
    var entryCount = 0
    var mouseTracker = MouseTracker()
    /// When a key was last pressed, or the mouse used.
    var lastInput: Duration

    var keys: KeyMap { state.keys }

    /// - Parameters:
    /// - isReadOnly: If true, no key starts, cancels or dismisses anything. Actions repeat only if another
    ///   front end is there that lets them.
    /// - scheduler: Schedules the animation on the main actor.
    /// - clock: Provides the clock times to show.
    package init(
      _ box: any Boundary.Box, glyphs: GlyphSet, size: Size, preferences: Preferences = Preferences(),
      isReadOnly: Bool = false, scheduler: any Scheduler & Sendable, clock: WallClock = WallClock()
    ) {
      self.box = box
      situation = box.situation
      lastInput = box.now
      shownReload = situation.reload.count
      self.size = size
      self.clock = clock
      logs = LogViews(clock: clock)
      self.preferences = preferences
      animation = Animation(scheduler)
      markingTimer = Animation(scheduler)
      self.scheduler = scheduler
      state = State(title: situation.title, glyphs: glyphs)
      state.isReadOnly = isReadOnly
      state.leaveKey = preferences.leaveKey
      updateTriggers()
      state.message = keyConflict
      animation.onTick = { [weak self] in self?.tick() }
      markingTimer.onTick = { [weak self] in self?.goOnMarking() }
      box.onChange = { [weak self] in self?.boxDidChange() }
      read()
      updateAttention()
    }

    /// Runs a block on the main actor once, after some time.
    func after(seconds: Int, _ body: @escaping @MainActor @Sendable () -> Void) {
      Self.perform(body, after: seconds, on: scheduler)
    }

    private static func perform(
      _ body: @escaping @MainActor @Sendable () -> Void, after seconds: Int,
      on scheduler: some Scheduler & Sendable
    ) {
      scheduler.schedule(after: scheduler.now.advanced(by: .seconds(seconds))) {
        MainActor.assumeIsolated(body)
      }
    }

    // MARK: Input

    /// Handles an input event. While the panel shuts down, it only shows what ends.
    package func handle(_ event: InputEvent) {
      let isLeaving = state.mode.isLeaving
      if !isLeaving { state.message = nil }
      lastInput = box.now
      if details.explanation?.usage != nil, !details.isTimed { details.isOutOfDate = true }
      // What is done next is not meant for the program.
      awaitedEntry = nil
      switch event {
      case .key(let key):
        mouseTracker.forgetPress()
        endMarking()
        pass(.key(key))
      case .mouse(let mouse): handle(mouse)
      case .paste(let text): pass(.paste(text))
      }
      if !isLeaving { refresh() }
    }

    /// Passes an event to the mode, and performs what follows.
    func pass(_ event: Event) {
      let scene = scene
      let effects = state.mode.handle(event, in: scene)
      effects.forEach(perform)
    }

    /// What the rules of the mode read.
    var scene: Scene {
      Scene(
        state: state, layout: Layout(state, size: size), triggers: triggers, situation: situation,
        allKeys: preferences.keys, clock: clock, now: box.now, ownName: box.name,
        history: { [box] in box.history(of: $0) }, firstLine: { [box] in box.output(of: $0).startIndex })
    }

    /// Shows a message until the next key, such as the result of a request. Does not call `onChange`.
    package func show(_ message: String) { state.message = message }

    /// Shows a message until the next key.
    package func tell(_ message: String) {
      show(message)
      refresh()
    }
  }
}
