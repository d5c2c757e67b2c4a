internal import Board
internal import Jobs
internal import SignalboxCore
internal import TerminalUI

extension Dashboard {
  /// Turns the live state of all jobs into what the panel shows.
  @MainActor
  struct Reading {
    let interlocking: Interlocking
    let clock: WallClock

    private var station: Station { interlocking.station }

    func fill(_ state: inout State) {
      let now = station.activity.now
      let snapshots = interlocking.jobs.map { ($0, $0.snapshot.data) }
      state.network = Network(
        isVisible: station.network.isVisible.data, requests: station.network.activeRequestCount.data)
      state.longestRun = snapshots.compactMap { $0.1.record.runningSince.first }.min().map { now - $0 }
      state.activity = activity(now)
      state.error = errorBanner()
      state.buttons = snapshots.map { button($0, $1, now) }
    }

    private func activity(_ now: Duration) -> Dashboard.Activity {
      let shown = station.activity.state.data
      return Dashboard.Activity(
        isLoading: shown.loading,
        current: shown.associatedValue.map { activity in
          ActivityValue(
            [activity.title, activity.value].compactMap { $0 }.joined(separator: ": "),
            fraction: activity.fraction)
        },
        running: station.activity.activities.data.map { running in
          ActivityLine(
            running.value?.title ?? "",
            value: running.value.flatMap { activity in
              activity.value.map { ActivityValue($0, fraction: activity.fraction) }
                ?? activity.fraction.map { ActivityValue("", fraction: $0) }
            },
            since: clock.text(now - running.since))
        })
    }

    private func errorBanner() -> ErrorBanner? {
      let reports = station.errors.reports.data
      guard let report = reports.first else { return nil }
      let now = station.errors.now
      return ErrorBanner(
        message: "\(report.error)",
        source: interlocking[report.source.description]?.definition.title
          ?? report.source.description,
        priority: ErrorBanner.Priority(report.priority), moreCount: reports.count - 1,
        since: clock.text(now - report.since),
        reset: report.expires.map { expires in
          Countdown(remaining: max(.zero, expires - now), total: expires - report.lastSeen)
        })
    }

    private func button(_ job: Job, _ snapshot: JobSnapshot, _ now: Duration) -> Button {
      let definition = job.definition
      let record = snapshot.record
      var button = Button(id: definition.id, title: definition.title, key: definition.key.map(Key.init))
      button.phase = Button.Phase(snapshot.phase)
      button.waiting = snapshot.state.waiting
      let verdict = interlocking.verdict(on: definition.id)
      if !verdict.isPassing {
        button.isEnabled = false
        button.reason = "\(verdict)"
      }
      if snapshot.isRunning {
        button.duration = record.runningSince.first.map { now - $0 }
        button.fraction = record.fraction
        button.lastResult = record.isCancelling ? "cancelling" : record.value
      } else {
        button.duration = record.lastDuration
        if case .failed(let message) = record.lastResult {
          button.lastResult = message
        } else {
          button.lastResult = record.value
        }
      }
      return button
    }

    /// The output of a job, looked at from a line by its number.
    func log(of job: Job, position: LogView.Position) -> Log {
      let ring = job.output.snapshot()
      var log = Log(
        title: job.definition.title, lines: ring.map { LogLine($0.text, kind: $0.isNote ? .note : .output) })
      log.firstLine = ring.startIndex
      if case .from(let number) = position { log.position = .from(max(0, number - ring.startIndex)) }
      return log
    }
  }
}

extension Dashboard.Button.Phase {
  fileprivate init(_ phase: JobSnapshot.Phase) {
    self =
      switch phase {
      case .idle: .idle
      case .running: .running
      case .succeeded: .succeeded
      case .failed: .failed
      case .cancelled: .cancelled
      }
  }
}

extension Dashboard.ErrorBanner.Priority {
  fileprivate init(_ priority: ErrorPriority) {
    self =
      switch priority {
      case .low: .low
      case .normal: .normal
      case .high: .high
      }
  }
}

extension Key {
  /// The key that presses a button.
  fileprivate init(_ key: ButtonKey) {
    self =
      switch key {
      case .character(let character): .character(character)
      case .function(let number): .function(number)
      case .control(let letter): .control(letter)
      }
  }
}
