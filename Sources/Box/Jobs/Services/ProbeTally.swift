internal import Board

/// Counts the results of a repeated probe: a pure state machine.
struct ProbeTally: Sendable {
  let probe: RepeatedProbe
  /// The failures that count, since there were enough successes in a row.
  private(set) var failures = 0
  private var successes = 0

  init(_ probe: RepeatedProbe) { self.probe = probe }

  /// What the results lead to.
  enum Verdict: Equatable {
    case undecided
    /// Enough probes in a row have succeeded.
    case succeeded
    /// Too many probes have failed.
    case failed
  }

  /// Takes the result of the next probe.
  /// - Parameter time: How long ago the program was started.
  mutating func take(hasFailed: Bool, at time: Duration) -> Verdict {
    if !hasFailed {
      successes += 1
      guard successes >= probe.successes else { return .undecided }
      failures = 0
      return .succeeded
    }
    successes = 0
    guard time >= probe.startPeriod else { return .undecided }
    failures += 1
    return probe.failures.map { failures >= $0 } == true ? .failed : .undecided
  }
}
