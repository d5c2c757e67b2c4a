import Board
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct ProbeTallyTests {
  /// The verdicts of probes that come a second apart: `+` succeeds, `-` fails.
  private func verdicts(
    _ results: String, successes: Int = 1, failures: Int? = 2, startPeriod: Duration = .zero
  ) -> String {
    var tally = ProbeTally(
      RepeatedProbe(
        .tcp(TCPProbe(host: "a", port: 1)), interval: .seconds(1), successes: successes, failures: failures,
        startPeriod: startPeriod))
    return String(
      results.enumerated().map { index, result in
        switch tally.take(hasFailed: result == "-", at: .seconds(index)) {
        case .succeeded: "+"
        case .failed: "-"
        case .undecided: "?"
        }
      })
  }

  @Test func `failures count in a row`() {
    #expect(verdicts("-+-+--") == "?+?+?-")
    #expect(verdicts("----", failures: nil) == "????")
  }

  @Test func `several successes in a row are needed`() {
    #expect(verdicts("+-+++", successes: 2, failures: 9) == "???++")
    // One success alone does not take the failures back.
    #expect(verdicts("-+-", successes: 2) == "??-")
    #expect(verdicts("-++--", successes: 2) == "??+?-")
  }

  @Test func `failures in the start period do not count`() {
    #expect(verdicts("-----", startPeriod: .seconds(3)) == "????-")
    #expect(verdicts("+----", startPeriod: .seconds(3)) == "+???-")
  }
}
