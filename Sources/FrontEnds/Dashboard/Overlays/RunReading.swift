internal import Board
internal import Boundary

extension Dashboard.Runs {
  /// The past and present runs of an action, for the box that shows them.
  /// - Parameters:
  ///   - now: The present time, on the clock of the history.
  ///   - ownName: How the history names this panel.
  ///   - choice: The number of the chosen run; nil to follow the newest run.
  ///   - titles: The titles of the actions by their names.
  init(
    _ history: RunHistory, of action: ActionDescription, now: Duration, clock: WallClock, choice: Int?,
    ownName: String? = nil, titles: [String: String] = [:]
  ) {
    let isProbe = action.isProbe
    self.init(
      id: action.id, title: action.title, measure: isProbe ? "Latency" : "Duration", choice: choice)
    count = SuccessRate(history).count
    trend = RunTrend(history, isProbe: isProbe)
    frequency = RunFrequency(history, at: now)
    times = RunTimes(history) { $0.time(isProbe: isProbe) }.map {
      Times(fastest: $0.fastest, median: $0.median, slowest: $0.slowest)
    }
    lines = history.entries.reversed().map {
      Dashboard.RunLine($0, of: action, now: now, clock: clock, ownName, titles)
    }
  }
}

extension Dashboard.RunLine {
  fileprivate init(
    _ run: RunHistory.Entry, of action: ActionDescription, now: Duration, clock: WallClock,
    _ ownName: String?,
    _ titles: [String: String]
  ) {
    let age = now - run.start
    let (phase, result) = run.ending?.outcome.words ?? (.running, "running")
    self.init(
      run.number, start: age < .seconds(86_400) ? clock.text(age) : "\(age.wholeSeconds) ago",
      duration: run.ending == nil ? age.wholeSeconds : run.time(isProbe: action.isProbe)?.text ?? "",
      phase: phase, result: result, cause: run.origin(in: action, ownName, titles))
  }
}

extension RunHistory.Entry {
  /// What started it, and how many attempts it made. Other front ends are named.
  fileprivate func origin(
    in action: ActionDescription, _ ownName: String?, _ titles: [String: String]
  ) -> String {
    let pressed = starter.flatMap { $0 == ownName ? nil : $0 } ?? "pressed"
    let button =
      action.form.inputs.isEmpty
      ? action.buttons.first { .text($0.input) == input }?.title : input.map { "\($0)" }
    let origin =
      cause.words { titles[$0] ?? $0 }
      ?? (cause == .clock ? "repeat" : button.map { "\(pressed): \($0)" } ?? pressed)
    return attempts > 1 ? "\(origin), \(attempts) attempts" : origin
  }
}

extension RunOutcome {
  fileprivate var words: (ActionStatus.Phase, String) {
    switch self {
    case .succeeded: (.succeeded, "succeeded")
    case .failed(let failure): (.failed, failure.message)
    case .tolerated(let failure): (.tolerated, "\(failure.message), tolerated")
    case .lost(let reason): (.failed, reason)
    case .cancelled: (.cancelled, "cancelled")
    }
  }
}
