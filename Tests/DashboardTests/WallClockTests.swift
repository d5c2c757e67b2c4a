import Testing

@testable import Dashboard

@Suite struct WallClockTests {
  @Test func aMomentHasTheSameTimeWheneverItIsAskedFor() {
    let moment = Duration.milliseconds(1_700_000_000_900)
    let texts = stride(from: 0, through: 3_000, by: 50).map { milliseconds in
      let ago = Duration.milliseconds(milliseconds)
      return WallClock(now: { moment + ago }).text(ago)
    }
    #expect(Set(texts).count == 1)
  }

  @Test func timeIsToldInSixDigits() {
    #expect(WallClock().text(.seconds(1)).wholeMatch(of: /[0-2]\d:[0-5]\d:[0-6]\d/) != nil)
  }
}
