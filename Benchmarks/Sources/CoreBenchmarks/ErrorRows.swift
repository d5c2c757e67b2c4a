import SignalboxCore

enum ErrorRows {
  private struct Failure: Error {}

  static func report(_ report: Report) {
    let tracker = ErrorTracker()
    tracker.current.observeForever { blackHole($0 == nil) }
    let failure = Failure()
    report.time("error: update", Measurement.of { tracker.update(with: failure) }, budget: 120)
    report.time(
      "error: update with reset time",
      Measurement.of { tracker.update(with: failure, resetTime: .seconds(60)) }, budget: 200)

    let quiet = ErrorTracker()
    let untracked = Passage { $0.eraseToAnyPublisher() }
    let tracked = Passage { $0.trackError(quiet).eraseToAnyPublisher() }
    report.time(
      "error: element passing", Measurement.of(tracked.send, over: untracked.send), budget: 30)
  }
}
