internal import Jobs
internal import SignalboxCore
internal import TerminalUI

/// When the state is brought up to date, and how much of it.
extension Dashboard.Model {
  /// Brings the picture up to date; the jobs are read if they have changed.
  public func refresh() {
    read()
    onChange()
  }

  func changesCame() {
    isOutOfDate = true
    refreshInTime()
  }

  private func refreshInTime() {
    whenToRead { [weak self] in self?.refreshWhatIsDue() }
  }

  /// A spinner turns many times for each time that there is something to read.
  private func refreshWhatIsDue() {
    if isReadingDue { read() }
    onChange()
  }

  private var isReadingDue: Bool {
    isOutOfDate || interlocking.hasNews || nextReading.map { now >= $0 } ?? false
  }

  private var now: Duration { interlocking.station.activity.now }

  /// Most keys move something on the screen only: the jobs are read when they have changed.
  func read() {
    let row = chosenRow
    renewLevers()
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
    refreshInTime()
  }
}
