import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ActivityPanelTests {
  private func panel(_ activity: Dashboard.ActivityOverview) -> ActivityPanel {
    ActivityPanel(activity: activity, spinnerFrame: 0, glyphs: .unicode)
  }

  private let busy = Dashboard.ActivityOverview(
    isLoading: true, current: .init("Compiling 信号", fraction: 0.5),
    running: [
      .init("build", value: .init("Compiling 信号", fraction: 0.5), since: "14:03:07"),
      .init("lint", value: .init("Reading"), since: "14:03:08"), .init("probe"),
    ])

  @Test func `an idle panel shows that nothing is running`() {
    #expect(picture(of: panel(.init()), 30, 2).text == "○ Nothing is running\n")
  }

  @Test func `an activity without a value is shown`() {
    #expect(picture(of: panel(.init(isLoading: true)), 30).text == "⠋ Working")
  }

  @Test func `the current value has a gauge, and the activities are in columns`() {
    #expect(
      picture(of: panel(busy), 50, 5).text == """
        ⠋ Compiling 信号              ▕██████▌      ▏  50%
          build  Compiling 信号        50%  since 14:03:07
          lint   Reading                    since 14:03:08
          probe

        """)
  }

  @Test func `hidden activities are counted`() {
    #expect(
      picture(of: panel(busy), 24, 3).text == """
        ⠋ Compiling …  ▕█ ▏  50%
          build  Compiling 信号
        ↓ 2 more
        """)
  }

  @Test(arguments: [(0, 0, ""), (1, 1, "…")])
  func `any area is supported`(width: Int, height: Int, text: String) {
    #expect(picture(of: panel(.init(isLoading: true)), width, height).text == text)
  }
}
