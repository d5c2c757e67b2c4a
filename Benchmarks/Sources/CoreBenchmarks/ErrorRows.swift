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
    let untracked = passing { $0.eraseToAnyPublisher() }
    let tracked = passing { $0.trackError(quiet).eraseToAnyPublisher() }
    report.time("error: element passing", tracked.over(untracked), budget: 30)
  }

  private static func passing(
    _ operators: (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>
  ) -> Measurement {
    let subject = PassthroughSubject<Int, Never>()
    let subscription = operators(subject).sink { blackHole($0) }
    let measurement = Measurement.of { subject.send(1) }
    withExtendedLifetime(subscription) {}
    return measurement
  }
}
