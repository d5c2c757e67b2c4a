import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct DurationTextTests {
  @Test(arguments: [
    ("250ms", 250), ("5s", 5_000), ("10m", 600_000), ("2h", 7_200_000), ("1h30m", 5_400_000),
    ("1m1ms", 60_001),
    ("1h2m3s4ms", 3_723_004), ("0s", 0), ("14d", 1_209_600_000), ("9999999d", 863_999_913_600_000),
    ("1d12h", 129_600_000), ("90s", 90_000),
    ("999999999h", 3_599_999_996_400_000),
  ])
  func `numbers with units are parsed`(text: String, milliseconds: Int64) {
    #expect(DurationText.parse(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    "", "5", "s", "5 s", "5x", "1.5s", "-5s", "+5s", "30m1h", "10000000d", "1h1d", "5s5s", "5ss", "1h 30m",
    "٥s",
    "9999999999s",
    "5S",
  ])
  func `other text is not a duration`(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(arguments: [
    ("5", "5s"), ("5 sec", "5s"), ("10 Minutes", "10m"), ("2 hours", "2h"), ("14 days", "14d"),
    ("250 ms", "250ms"), ("5S", "5s"),
  ])
  func `a correction is suggested`(text: String, meant: String) {
    #expect(DurationText.suggestion(for: text) == meant)
  }

  @Test(arguments: ["", "soon", "1.5s", "5 parsecs"])
  func `no correction is suggested for other text`(text: String) {
    #expect(DurationText.suggestion(for: text) == nil)
  }
}
