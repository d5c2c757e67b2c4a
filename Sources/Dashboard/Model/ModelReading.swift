internal import Jobs
internal import SignalboxCore
internal import TerminalUI

/// When the state is updated, and how much of it.
extension Dashboard.Model {
  /// Updates the state; the jobs are read only if they have changed.
  package func refresh() {
    read()
    onChange()
  }

  func jobsDidChange() {
    isOutOfDate = true
    scheduleRefresh()
  }

  private func scheduleRefresh() {
    whenToRead { [weak self] in self?.refreshIfDue() }
  }

  /// While a spinner turns, most refreshes have nothing new to read.
  private func refreshIfDue() {
    if isReadingDue { read() }
    onChange()
  }

  private var isReadingDue: Bool {
    isOutOfDate || interlocking.hasNews || nextReading.map { now >= $0 } ?? false
  }

  private var now: Duration { interlocking.station.now }

  /// Most keys change only the state of the screen, so the jobs are read only if they have changed.
  func read() {
    let row = chosenRow
    updateLevers()
    let reading = Dashboard.Reading(interlocking: interlocking, levers: levers, clock: clock)
    if isReadingDue {
      isOutOfDate = false
      lastReading = now
      reading.fill(&state)
    }
    readLog()
    refreshRuns(reading)
    if isLeaving { state.message = leavingMessage }
    keepActivityFocus()
    readQuestion()
    readMenu(keeping: row)
    let layout = Dashboard.Layout(state, size: size)
    state.scroll = layout.buttonWindow(state).visible.lowerBound
    state.activityScroll = layout.activityWindow(state).visible.lowerBound
    animation.isRunning = state.isAnimated
    nextReading = state.timeUntilChange.map { lastReading + $0 }
  }

  func tick() {
    state.spinnerFrame += 1
    scheduleRefresh()
  }
}
