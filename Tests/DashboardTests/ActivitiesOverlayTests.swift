import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ActivitiesOverlayTests {
  private func overlay(_ count: Int? = nil, focus: Int? = nil) -> ActivitiesOverlay {
    var state = Dashboard.State(title: "")
    state.activity.running = [
      .init("build", value: .init("Compiling 信号", fraction: 0.5), since: "14:03:07"),
      .init("lint", value: .init("Reading"), since: "14:03:08"), .init("probe"),
    ]
    if let count { state.activity.running = (0..<count).map { .init("activity \($0)") } }
    return ActivitiesOverlay(running: state.activity.running, focus: focus, offset: 0, glyphs: .unicode)
  }

  @Test func `activities are in columns`() {
    #expect(
      picture(of: overlay(focus: 1), 54, 5).text == """
        ╭─ 3 are running ────────────────────────────────────╮
        │   build  Compiling 信号        50%  since 14:03:07 │
        │ ▸ lint   Reading                    since 14:03:08 │
        │   probe                                            │
        ╰────────────────────────────────────────────────────╯
        """)
  }

  @Test func `one activity is counted as one`() {
    #expect(
      picture(of: overlay(1), 24, 3).text == """
        ╭─ 1 is running ───────╮
        │   activity…          │
        ╰──────────────────────╯
        """)
  }

  @Test func `five thousand activities scroll with the choice`() {
    #expect(
      picture(of: overlay(5_000, focus: 4_000), 30, 6).text == """
        ╭─ 5000 are running ─────────╮
        │ ↑ 3999 more                │
        │   activity 39…             │
        │ ▸ activity 40…             │
        │ ↓ 999 more                 │
        ╰────────────────────────────╯
        """)
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 3), (20, 4)])
  func `any area is supported`(width: Int, height: Int) {
    _ = picture(of: overlay(), width, height)
  }
}
