import SignalboxCore
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ErrorBannerViewTests {
  private func banner(
    _ priority: ErrorPriority, more: Int = 0, reset: Bool = false, ends: Divider.Ends = .joints
  ) -> ErrorBannerView {
    ErrorBannerView(
      error: .init(
        message: "信号 7 is dark", source: "probe", priority: priority, moreCount: more, since: "14:03:12",
        reset: reset ? .init(remaining: .seconds(15), total: .seconds(30)) : nil),
      ends: ends, glyphs: .unicode)
  }

  @Test func `an error says who has failed, then what happened`() {
    #expect(
      picture(of: banner(.normal), 60).text == "├─ ✗ probe: 信号 7 is dark ─────────────── since 14:03:12 ─┤")
  }

  @Test func `other errors are counted, and a bar shows the time until the reset`() {
    #expect(
      picture(of: banner(.high, more: 2, reset: true), 76).text
        == "├─ ✗ probe: 信号 7 is dark ────── 2 more · high · resets in 15 s ▕███   ▏ ─┤")
  }

  @Test func `in a narrow row the message is more important than the circumstances`() {
    let rows = [64, 48, 40, 30, 20, 12, 1].map { picture(of: banner(.high, more: 2, reset: true), $0).text }
    #expect(
      rows.joined(separator: "\n") == """
        ├─ ✗ probe: 信号 7 is dark ─── 2 more · high · resets in 15 s ─┤
        ├─ ✗ probe: 信号 7 is dark ─────────── 2 more ─┤
        ├─ ✗ probe: 信号 7 is dark ─── 2 more ─┤
        ✗ probe: 信号 7 is dark ─────┤
        ✗ probe: 信号 7 is …
        ✗ probe: 信…
        …
        """)
  }

  @Test func `an error with low priority looks like a warning and says so`() {
    let frame = picture(of: banner(.low), 60)
    #expect(frame.text.contains("─ low · since 14:03:12 ─┤"))
    #expect(frame[3, 0].style == .warning)
    #expect(picture(of: banner(.high), 60)[3, 0].style == .failure)
  }
}
