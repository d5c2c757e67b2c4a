import SignalboxCore
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ErrorBannerViewTests {
  private func banner(_ priority: ErrorPriority, more: Int = 0, reset: Bool = false)
    -> ErrorBannerView
  {
    ErrorBannerView(
      error: .init(
        message: "信号 7 is dark", source: "probe", priority: priority, moreCount: more, since: "14:03:12",
        reset: reset ? .init(remaining: .seconds(15), total: .seconds(30)) : nil),
      glyphs: .unicode)
  }

  @Test func `an error shows its message, source and time`() {
    #expect(
      picture(of: banner(.normal), 50, 2).text == """
        ▌ ✗ 信号 7 is dark
        ▌   probe · since 14:03:12
        """)
  }

  @Test func `other errors are counted, and a bar shows the time until the reset`() {
    #expect(
      picture(of: banner(.high, more: 2, reset: true), 71, 2).text == """
        ▌ ✗ 信号 7 is dark                                               2 more
        ▌   probe · high priority · since 14:03:12      resets in 15 s ▕███   ▏
        """)
    #expect(
      picture(of: banner(.high, more: 2, reset: true), 50, 2).text == """
        ▌ ✗ 信号 7 is dark                          2 more
        ▌   probe · high priority · since…  resets in 15 s
        """)
  }

  @Test func `an error with low priority looks like a warning and says so`() {
    let frame = picture(of: banner(.low), 50, 2)
    #expect(frame.text.contains("low priority"))
    #expect(frame[0, 0].style == .warning)
    #expect(picture(of: banner(.high), 50, 2)[0, 0].style == .failure)
  }

  @Test func `in one row the message has priority`() {
    #expect(picture(of: banner(.high, more: 2), 20).text == "▌ ✗ 信号 7 is dark")
    #expect(picture(of: banner(.high, more: 2), 12).text == "▌ ✗ 信号 7 …")
    #expect(picture(of: banner(.high), 1).text == "▌")
  }
}
