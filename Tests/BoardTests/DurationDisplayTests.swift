import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct DurationDisplayTests {
  @Test(
    arguments: [
      (.zero, "0 s"), (.seconds(-5), "0 s"), (.microseconds(800), "0 ms"), (.milliseconds(380), "380 ms"),
      (.milliseconds(999), "999 ms"), (.milliseconds(3_290), "3.2 s"), (.milliseconds(9_999), "9.9 s"),
      (.seconds(4), "4.0 s"), (.seconds(10), "10 s"), (.milliseconds(59_999), "59 s"),
      (.seconds(64), "1m 04s"),
      (.seconds(3_599), "59m 59s"), (.seconds(7_500), "2h 05m"), (.seconds(273_600), "3d 04h"),
    ] as [(Duration, String)])
  func `a finished time has few columns`(duration: Duration, text: String) {
    #expect(duration.text == text)
  }

  @Test(
    arguments: [
      (.zero, "0 s"), (.seconds(-5), "0 s"), (.milliseconds(999), "0 s"), (.milliseconds(4_380), "4 s"),
      (.seconds(61), "1m 01s"),
    ] as [(Duration, String)])
  func `a counting time has whole seconds`(duration: Duration, text: String) {
    #expect(duration.wholeSeconds == text)
  }
}
