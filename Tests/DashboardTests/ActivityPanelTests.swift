import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ActivityPanelTests {
  private func panel(_ activity: Dashboard.ActivityOverview) -> ActivityPanel {
    ActivityPanel(activity: activity, spinnerFrame: 0, glyphs: .unicode)
  }

  @Test func `an idle panel shows that nothing is running`() {
    #expect(picture(of: panel(.init()), 30).text == "○ Nothing is running")
  }

  @Test func `during a short run the row is empty`() {
    var row = panel(.init())
    row.isRunning = true
    #expect(picture(of: row, 30).text == "")
  }

  @Test func `an activity without a value is shown`() {
    #expect(picture(of: panel(.init(isLoading: true)), 30).text == "⠋ Working")
  }

  @Test func `the current value has a gauge and a time`() {
    var row = panel(.init(isLoading: true, current: .init("Compiling 信号", fraction: 0.5)))
    #expect(picture(of: row, 50).text == "⠋ Compiling 信号              ▕██████▌      ▏  50%")
    row.longestRun = .seconds(64)
    #expect(picture(of: row, 50).text == "⠋ Compiling 信号      ▕██████▌      ▏  50%  1m 04s")
    row.activity.current = .init("Compiling 信号")
    #expect(picture(of: row, 50).text == "⠋ Compiling 信号                            1m 04s")
  }

  @Test(arguments: [(0, 0, ""), (1, 1, "…")])
  func `any area is supported`(width: Int, height: Int, text: String) {
    #expect(picture(of: panel(.init(isLoading: true)), width, height).text == text)
  }
}
