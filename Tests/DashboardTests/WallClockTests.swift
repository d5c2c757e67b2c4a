import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct WallClockTests {
  @Test func `an instant is always formatted as the same time`() {
    let moment = Duration.milliseconds(1_700_000_000_900)
    let texts = stride(from: 0, through: 3_000, by: 50).map { milliseconds in
      let ago = Duration.milliseconds(milliseconds)
      return WallClock(now: { moment + ago }).text(ago)
    }
    #expect(Set(texts).count == 1)
  }

  @Test func `another clock has its own format`() {
    let clock = WallClock(text: { "\($0)" }, time: { "second \($0)" })
    #expect(clock.text(.seconds(3)) == "3.0 seconds")
    #expect(clock.time(7) == "second 7")
  }

  @Test func `the system clock has hours, minutes and seconds`() {
    let clock = WallClock()
    #expect(clock.time(1_700_000_000).wholeMatch(of: #/\d\d:\d\d:20/#) != nil)
    #expect(clock.text(.zero).wholeMatch(of: #/\d\d:\d\d:\d\d/#) != nil)
  }
}
