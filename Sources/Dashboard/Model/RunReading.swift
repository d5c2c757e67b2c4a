internal import Board
internal import Boundary
internal import Jobs
internal import SignalboxCore

extension Dashboard.Reading {
  /// The last runs of a job, for the box that shows them.
  func runs(of job: Job, choice: Int?) -> Dashboard.Runs {
    let now = interlocking.station.now
    let history = job.moment.record.history
    var runs = Dashboard.Runs(
      id: job.id, title: job.definition.title, measure: job.definition.work.isProbe ? "Latency" : "Duration",
      choice: choice)
    let rate = SuccessRate(history)
    runs.count = rate.count
    runs.trend = Dashboard.Trend(points: points(of: job, history.entries[...]), successRate: rate.fraction)
    runs.times = RunTimes(history, time: time(of: job)).map {
      .init(fastest: $0.fastest, median: $0.median, slowest: $0.slowest)
    }
    runs.lines = history.entries.reversed().map { line($0, of: job, now) }
    return runs
  }

  /// The trend of a job that repeats; nil for other jobs, whose runs are less comparable.
  func trend(of job: Job) -> Dashboard.Trend? {
    guard job.definition.every != nil else { return nil }
    let history = job.moment.record.history
    guard let rate = SuccessRate(history).fraction else { return nil }
    let last = history.entries.suffix(TrendCell.pointCount + 1)
    return Dashboard.Trend(
      points: points(of: job, last).suffix(TrendCell.pointCount), successRate: rate)
  }

  private func points(of job: Job, _ runs: ArraySlice<RunHistory.Entry>) -> [Dashboard.Trend.Point] {
    let time = time(of: job)
    return runs.compactMap { run in
      switch run.ending?.outcome {
      case nil: nil
      case .succeeded: .succeeded(time(run) ?? .zero)
      case .failed, .tolerated: .failed
      case .cancelled: .cancelled
      }
    }
  }

  /// The time of a run that the trend measures: for a probe its latency, otherwise its duration.
  private func time(of job: Job) -> (RunHistory.Entry) -> Duration? {
    job.definition.work.isProbe ? { $0.latency ?? $0.duration } : { $0.duration }
  }

  private func line(_ run: RunHistory.Entry, of job: Job, _ now: Duration) -> Dashboard.RunLine {
    let age = now - run.start
    let (phase, result) = run.ending?.outcome.words ?? (.running, "running")
    return Dashboard.RunLine(
      run.number, start: age < .seconds(86_400) ? clock.text(age) : "\(age.wholeSeconds) ago",
      duration: run.ending == nil ? age.wholeSeconds : time(of: job)(run)?.text ?? "",
      phase: phase, result: result, cause: cause(of: run, job))
  }

  private func cause(of run: RunHistory.Entry, _ job: Job) -> String {
    let button = job.definition.buttons.first { $0.input == run.input }?.title
    let origin =
      switch run.cause {
      case .clock: "repeat"
      case .person: button.map { "pressed: \($0)" } ?? "pressed"
      }
    return run.attempts > 1 ? "\(origin), \(run.attempts) attempts" : origin
  }
}

extension RunHistory.Outcome {
  fileprivate var words: (ActionStatus.Phase, String) {
    switch self {
    case .succeeded: (.succeeded, "succeeded")
    case .failed(let message): (.failed, message)
    case .tolerated(let message): (.tolerated, "\(message), tolerated")
    case .cancelled: (.cancelled, "cancelled")
    }
  }
}

extension WorkDefinition {
  fileprivate var isProbe: Bool {
    switch self {
    case .http, .tcp: true
    case .command, .simulation: false
    }
  }
}
