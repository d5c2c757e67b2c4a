internal import Board
internal import Boundary

extension Dashboard.Runs {
  /// The past and present runs of an action, for the box that shows them.
  /// - Parameters:
  ///   - now: The present time, on the clock of the history.
  ///   - choice: The number of the chosen run; nil to follow the newest run.
  init(_ history: RunHistory, of action: ActionDescription, now: Duration, clock: WallClock, choice: Int?) {
    let isProbe = action.isProbe
    self.init(
      id: action.id, title: action.title, measure: isProbe ? "Latency" : "Duration", choice: choice)
    count = SuccessRate(history).count
    trend = RunTrend(history, isProbe: isProbe)
    times = RunTimes(history) { $0.time(isProbe: isProbe) }.map {
      Times(fastest: $0.fastest, median: $0.median, slowest: $0.slowest)
    }
    lines = history.entries.reversed().map { Dashboard.RunLine($0, of: action, now: now, clock: clock) }
  }
}

extension Dashboard.RunLine {
  fileprivate init(_ run: RunHistory.Entry, of action: ActionDescription, now: Duration, clock: WallClock) {
    let age = now - run.start
    let (phase, result) = run.ending?.outcome.words ?? (.running, "running")
    self.init(
      run.number, start: age < .seconds(86_400) ? clock.text(age) : "\(age.wholeSeconds) ago",
      duration: run.ending == nil ? age.wholeSeconds : run.time(isProbe: action.isProbe)?.text ?? "",
      phase: phase, result: result, cause: run.origin(in: action))
  }
}

extension RunHistory.Entry {
  /// What started it, and how many attempts it made.
  fileprivate func origin(in action: ActionDescription) -> String {
    let button = action.buttons.first { $0.input == input }?.title
    let origin =
      switch cause {
      case .clock: "repeat"
      case .person: [starter ?? "pressed", button].compactMap { $0 }.joined(separator: ": ")
      }
    return attempts > 1 ? "\(origin), \(attempts) attempts" : origin
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
