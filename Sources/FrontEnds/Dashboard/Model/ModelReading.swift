internal import Boundary
internal import SignalboxCore
internal import TerminalUI

/// When the state is updated, and how much of it.
extension Dashboard.Model {
  /// Updates the state; the situation is read only if it has changed.
  package func refresh() {
    read()
    onChange()
    // The picture comes first: nothing in it waits for the answer of the box.
    updateAttention()
  }

  func boxDidChange() {
    schedule.isOutOfDate = true
    scheduleRefresh()
  }

  private func scheduleRefresh() {
    whenToRead { [weak self] in self?.refreshIfDue() }
  }

  /// While a spinner turns, most refreshes have nothing new to read.
  private func refreshIfDue() {
    guard isReadingDue else { return onChange() }
    refresh()
  }

  private var isReadingDue: Bool {
    schedule.isDue(at: box.now)
  }

  /// Most keys change only the state of the screen, so the situation is read only if it has changed.
  func read() {
    if isReadingDue { readSituation() }
    readAwaitedEntry()
    state.settleFocus()
    readStream()
    readSoughtLine()
    readSoughtFailure()
    readLog()
    readDetails()
    readEndOfBox()
    pass(.news)
    let layout = Dashboard.Layout(state, size: size)
    state.scroll = layout.buttonWindow(state).visible.lowerBound
    animation.isRunning = state.isAnimated
    schedule.expectChange(after: state.timeUntilChange)
    readLeaving()
  }

  private func readSituation() {
    schedule.begin(at: box.now)
    situation = box.situation
    details.isOutOfDate = true
    let earlierConflict = keyConflict
    updateTriggers()
    readBoardFile(earlierConflict: earlierConflict)
    Dashboard.Reading(situation: situation, now: schedule.last, triggers: triggers, clock: clock)
      .fill(&state)
    state.activity = delayedActivity.shown(
      state.activity, delays: situation,
      age: situation.activities.map { schedule.last - $0.since }.max())
  }

  /// Notifies the box of what is shown, so that it sends these outputs and past runs.
  func updateAttention() {
    var attention = Attention(output: focusedID, size: outputSize)
    attention.history = state.mode.overlay?.history ?? state.card?.id
    if box.attention != attention { box.attention = attention }
  }

  /// The space for the text of the output; nil if there is none in this picture.
  private var outputSize: Size? {
    let area = Dashboard.Layout(state, size: size).log
    if area.isEmpty { return nil }
    let geometry = Dashboard.LogGeometry(
      area: Size(width: area.width, height: area.height), options: logs.options)
    return Size(width: geometry.textWidth, height: area.height)
  }

  func tick() {
    state.spinnerFrame += 1
    scheduleRefresh()
  }
}
