import Board
import Testing

@testable import Boundary

@Suite(.timeLimit(.minutes(15))) struct RunStatisticsTests {
  private func history(_ runs: [(RunOutcome?, seconds: Int)]) -> RunHistory {
    var history = RunHistory()
    for (index, run) in runs.enumerated() {
      history.begin(index + 1, at: .zero, cause: .clock, input: nil, firstLine: 0)
      if let outcome = run.0 { history.end(index + 1, outcome, at: .seconds(run.seconds)) }
    }
    return history
  }

  @Test func `without a finished run there is no rate and no time`() {
    for empty in [history([]), history([(nil, 0)]), history([(.cancelled, 3)])] {
      #expect(SuccessRate(empty).count == 0)
      #expect(SuccessRate(empty).fraction == nil)
      #expect(RunTimes(empty, time: \.duration) == nil)
    }
  }

  @Test func `the rate includes runs that succeeded or failed`() {
    let rate = SuccessRate(
      history([
        (.succeeded, 1), (.failed("no"), 1), (.tolerated("no"), 1), (.succeeded, 1), (.cancelled, 1),
        (nil, 0),
      ]))
    #expect(rate.count == 4)
    #expect(rate.successCount == 2)
    #expect(rate.fraction == 0.5)
  }

  @Test func `times are those of successful runs`() throws {
    let runs = history([
      (.succeeded, 4), (.failed("no"), 100), (.succeeded, 1), (.succeeded, 9), (.cancelled, 0),
    ])
    let times = try #require(RunTimes(runs, time: \.duration))
    #expect(times.fastest == .seconds(1))
    #expect(times.median == .seconds(4))
    #expect(times.slowest == .seconds(9))
  }

  @Test func `the median of an even number of runs is the time of a run`() {
    #expect(RunTimes(history([(.succeeded, 1), (.succeeded, 2)]), time: \.duration)?.median == .seconds(1))
    #expect(RunTimes(history([(.succeeded, 7)]), time: \.duration)?.median == .seconds(7))
  }
}
