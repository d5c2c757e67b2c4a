internal import Board
internal import Boundary
internal import Jobs
internal import SignalboxCore
internal import TerminalUI

extension Dashboard {
  /// Converts the live state of all jobs into the state to show.
  @MainActor
  struct Reading {
    let interlocking: Interlocking
    let levers: [Lever]
    let clock: WallClock

    private var station: Station { interlocking.station }

    func fill(_ state: inout State) {
      let now = station.now
      state.network = Network(
        isVisible: station.network.isVisible.data, requests: station.network.activeRequestCount.data)
      state.longestRun = longestRun(now)
      state.activity = activity(now)
      state.error = errorBanner()
      state.buttons = levers.map { button($0, now) }
    }

    /// Quiet runs are excluded; otherwise the picture would change with every probe.
    private func longestRun(_ now: Duration) -> Duration? {
      interlocking.jobs.lazy.filter { !$0.definition.isQuiet }
        .compactMap { $0.moment.record.runningSince.first }.min().map { now - $0 }
    }

    private func activity(_ now: Duration) -> Dashboard.ActivityOverview {
      let shown = station.activity.state.data
      return Dashboard.ActivityOverview(
        isLoading: shown.loading,
        current: shown.associatedValue.map { activity in
          ActivityValue(
            [activity.title, activity.value].compactMap { $0 }.joined(separator: ": "),
            fraction: activity.fraction)
        },
        running: station.activity.activities.data.map { running in
          var line = ActivityLine(
            running.value?.title ?? "",
            value: running.value.flatMap { activity in
              activity.value.map { ActivityValue($0, fraction: activity.fraction) }
                ?? activity.fraction.map { ActivityValue("", fraction: $0) }
            },
            since: clock.text(now - running.since))
          line.action = running.value?.id
          line.id = running.id
          return line
        })
    }

    private func errorBanner() -> ErrorBanner? {
      let reports = station.errors.reports.data
      guard let report = reports.first else { return nil }
      let now = station.now
      let action = report.source.name.flatMap { interlocking[$0] }
      var banner = ErrorBanner(
        message: "\(report.error)",
        source: action?.definition.title ?? report.source.description,
        priority: report.priority, moreCount: reports.count - 1,
        since: clock.text(now - report.since),
        reset: report.expires.map { expires in
          Countdown(remaining: max(.zero, expires - now), total: expires - report.lastSeen)
        })
      banner.action = action?.id
      return banner
    }

    private func button(_ lever: Lever, _ now: Duration) -> Button {
      let snapshot = lever.job.moment
      var button = Button(id: lever.id, title: lever.title, key: lever.key.map(Key.init))
      button.isOneOfSeveral = lever.job.definition.buttons.count > 1
      button.trend = trend(of: lever.job)
      let verdict = interlocking.verdict(on: lever.job.id)
      if !verdict.isPassing {
        button.isEnabled = false
        button.reason = "\(verdict)"
      }
      button.fate = interlocking.pendingChange(of: lever.job.id).map { change in
        change == .removal ? "removed after this run" : "changes after this run"
      }
      if lever.isCause(of: snapshot.record) {
        show(lever.job, snapshot, in: &button, now)
      } else if snapshot.isRunning, lever.job.definition.whileRunning == .reject {
        button.isEnabled = false
        button.reason = "needs not \(lever.job.id).running"
      }
      return button
    }

    /// Shows the current or last run of the job.
    private func show(_ job: Job, _ snapshot: JobSnapshot, in button: inout Button, _ now: Duration) {
      let record = snapshot.record
      button.waiting = snapshot.state.waiting
      // If repeats of a quiet action were shown as running, the row would flicker.
      if snapshot.isRunning, !(job.definition.isQuiet && record.keepsResult) {
        button.phase = .running
        button.duration = record.runningSince.first.map { now - $0 }
        button.fraction = record.fraction
        button.lastResult = snapshot.isCancelling ? "cancelling" : record.value
        if let holders = record.outputHolders {
          button.fraction = nil
          button.lastResult = (snapshot.isCancelling ? "cancelling, " : "") + "waits for \(holders)"
        }
        return
      }
      button.phase = snapshot.lastPhase
      button.duration = record.lastDuration
      button.lastResult = record.toleratedFailure ?? record.lastResult?.failure ?? record.value
    }
  }
}
