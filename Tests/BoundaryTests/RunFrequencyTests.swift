import Board
import Boundary
import Testing

@Suite(.timeLimit(.minutes(15))) struct RunFrequencyTests {
  private func frequency(_ hours: [Int], now: Int) -> RunFrequency? {
    var history = RunHistory()
    for (index, hour) in hours.enumerated() {
      history.begin(index + 1, at: .seconds(hour * 3_600), cause: .person, input: nil, firstLine: 0)
      history.end(index + 1, .succeeded, at: .seconds(hour * 3_600 + 1))
    }
    return RunFrequency(history, at: .seconds(now * 3_600))
  }

  @Test func `a job that has not run has no frequency`() {
    #expect(frequency([], now: 5) == nil)
  }

  @Test func `runs of the last 24 hours count`() {
    #expect(frequency([0, 1, 25], now: 25)?.lastDay == 1)
    #expect(frequency([0, 2, 25], now: 25)?.lastDay == 2)
    #expect(frequency([0, 2, 25], now: 25)?.perDay == nil)
  }

  @Test func `the mean needs two days`() {
    #expect(frequency([0, 1, 2], now: 48)?.perDay == 1.5)
    #expect(frequency([0, 1, 2], now: 48)?.lastDay == 0)
  }

  @Test func `runs that are no longer kept may have been of the last day`() {
    #expect(frequency(Array(repeating: 3, count: 60), now: 4)?.isAtLeast == true)
    #expect(frequency(Array(repeating: 3, count: 60), now: 4)?.lastDay == RunHistory.limit)
    #expect(frequency(Array(repeating: 3, count: 49), now: 4)?.isAtLeast == false)
  }
}
