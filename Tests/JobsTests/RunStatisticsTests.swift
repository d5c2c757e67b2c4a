import Testing

@testable import Jobs

@Suite struct RunStatisticsTests {
  private func statistics(_ runs: [(RunHistory.Outcome?, seconds: Int)]) -> RunStatistics {
    var history = RunHistory()
    for (index, run) in runs.enumerated() {
      history.begin(index + 1, at: .zero, cause: .clock, input: nil, firstLine: 0)
      if let outcome = run.0 { history.end(index + 1, outcome, at: .seconds(run.seconds)) }
    }
    return RunStatistics(history, time: \.duration)
  }

  @Test func withoutAFinishedRunThereIsNoRate() {
    for empty in [statistics([]), statistics([(nil, 0)]), statistics([(.cancelled, 3)])] {
      #expect(empty.count == 0)
      #expect(empty.successRate == nil)
      #expect(empty.fastest == nil && empty.median == nil && empty.slowest == nil)
    }
  }

  @Test func theRateIsOverWhatSucceededOrFailed() {
    let statistics = statistics([
      (.succeeded, 1), (.failed("no"), 1), (.tolerated("no"), 1), (.succeeded, 1), (.cancelled, 1), (nil, 0),
    ])
    #expect(statistics.count == 4)
    #expect(statistics.successCount == 2)
    #expect(statistics.successRate == 0.5)
  }

  @Test func timesAreThoseOfSuccesses() {
    let statistics = statistics([
      (.succeeded, 4), (.failed("no"), 100), (.succeeded, 1), (.succeeded, 9), (.cancelled, 0),
    ])
    #expect(statistics.fastest == .seconds(1))
    #expect(statistics.median == .seconds(4))
    #expect(statistics.slowest == .seconds(9))
  }

  @Test func theMedianOfAnEvenNumberIsATimeThatARunTook() {
    #expect(statistics([(.succeeded, 1), (.succeeded, 2)]).median == .seconds(1))
    #expect(statistics([(.succeeded, 7)]).median == .seconds(7))
  }
}
