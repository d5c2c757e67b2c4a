import Dashboard
import Testing

@Suite(.timeLimit(.minutes(15))) struct ErrorBannerTests {
  @Test(
    arguments: [
      (.seconds(30), .seconds(30), 1), (.seconds(15), .seconds(30), 0.5), (.zero, .seconds(30), 0),
      (.seconds(40), .seconds(30), 1), (.seconds(-1), .seconds(30), 0), (.seconds(1), .zero, 0),
    ] as [(Duration, Duration, Double)])
  func `a countdown has the fraction of the time left`(
    remaining: Duration, total: Duration, fraction: Double
  ) {
    #expect(Dashboard.Countdown(remaining: remaining, total: total).fraction == fraction)
  }
}
