import Board
import Boundary
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct RunsOverlayTests {
  private static let failed = Dashboard.RunLine(
    7, start: "14:03:30", duration: "10 s", phase: .failed, result: "timed out after 10 s", cause: "repeat")

  private static var runs: Dashboard.Runs {
    var runs = Dashboard.Runs(id: "deploy", title: "Deploy 信号")
    runs.trend = .init(
      points: [
        .succeeded(.seconds(3)), .succeeded(.seconds(4)), .failed, .succeeded(.milliseconds(1_200)),
        .succeeded(.seconds(8)), .cancelled, .failed,
      ], successRate: 4.0 / 6)
    runs.count = 6
    runs.times = .init(fastest: .milliseconds(1_200), median: .seconds(3), slowest: .seconds(8))
    runs.lines = [
      .init(
        8, start: "14:03:40", duration: "2 s", phase: .running, result: "running", cause: "pressed: Live"),
      failed,
      .init(
        6, start: "14:03:20", duration: "4.2 s", phase: .cancelled, result: "cancelled",
        cause: "pressed: Live"),
      .init(
        5, start: "14:03:10", duration: "8.0 s", phase: .succeeded, result: "succeeded",
        cause: "pressed: Live, 3 attempts"),
      .init(4, start: "14:03:00", duration: "1.2 s", phase: .succeeded, result: "succeeded", cause: "repeat"),
      .init(
        3, start: "14:02:50", duration: "380 ms", phase: .tolerated, result: "exit code 1, tolerated",
        cause: "repeat"),
      .init(
        2, start: "2d 04h ago", duration: "4.0 s", phase: .succeeded, result: "succeeded", cause: "repeat"),
      .init(
        1, start: "2d 05h ago", duration: "3.0 s", phase: .succeeded, result: "succeeded", cause: "repeat"),
    ]
    return runs
  }

  private func text(
    _ width: Int, _ height: Int, _ runs: Dashboard.Runs = runs, glyphs: GlyphSet = .unicode
  ) -> String {
    picture(of: RunsOverlay(runs: runs, glyphs: glyphs), width, height).text
  }

  @Test func `the complete box`() {
    #expect(
      text(80, 15) == """

          ╭─ Runs of Deploy 信号 ────────────────────────────────────────────────────╮
          │ Duration  ▄▅✗▂█■✗                                                        │
          │ 66% of 6 runs succeeded in 1.2 s to 8.0 s · median 3.0 s                 │
          │                                                                          │
          │ ▸ 8    14:03:40     2 s  ● running                         pressed: Live │
          │   7    14:03:30    10 s  ✗ timed out after 10 s                   repeat │
          │   6    14:03:20   4.2 s  ■ cancelled                       pressed: Live │
          │   5    14:03:10   8.0 s  ✓ succeeded               pressed: Live, 3 att… │
          │   4    14:03:00   1.2 s  ✓ succeeded                              repeat │
          │   3    14:02:50  380 ms  △ exit code 1, tolerated                 repeat │
          │   2  2d 04h ago   4.0 s  ✓ succeeded                              repeat │
          │   1  2d 05h ago   3.0 s  ✓ succeeded                              repeat │
          ╰──────────────────────────────────────────────────────────────────────────╯

        """)
  }

  @Test func `the jitter of short runs is no picture, and a slow run is one`() {
    func bars(_ times: [Int]) -> String {
      let trend = RunTrend(points: times.map { .succeeded(.milliseconds($0)) })
      return picture(of: trend.sparkline(.unicode), 20).text
    }
    #expect(bars([2, 5, 3, 1]) == "▁▃▂▁")
    #expect(Set(bars([30, 33, 31, 28])).count <= 2)
    #expect(bars([30, 33, 31, 280]) == "▁▁▁█")
  }

  @Test func `how often it runs is beside the trend where there is room`() throws {
    var runs = Self.runs
    var history = RunHistory()
    for run in 1...50 {
      history.begin(run, at: .seconds(run), cause: .clock, input: nil, firstLine: 0)
      history.end(run, .succeeded, at: .seconds(run + 1))
    }
    runs.frequency = RunFrequency(history, at: .seconds(60))
    #expect(
      text(80, 15, runs).contains(" 50 or more in 24 h │"))
    runs.frequency = RunFrequency(history, at: .seconds(4 * 86_400))
    #expect(text(80, 15, runs).contains("  0 in 24 h · 13 a day │"))
    #expect(!text(50, 9, runs).contains("a day"))
  }

  @Test func `the complete box in ASCII`() {
    #expect(
      text(80, 14, glyphs: .ascii) == """
          +- Runs of Deploy 信号 ----------------------------------------------------+
          | Duration  =+!:@x!                                                        |
          | 66% of 6 runs succeeded in 1.2 s to 8.0 s - median 3.0 s                 |
          |                                                                          |
          | > 8    14:03:40     2 s  * running                         pressed: Live |
          |   7    14:03:30    10 s  ! timed out after 10 s                   repeat |
          |   6    14:03:20   4.2 s  x cancelled                       pressed: Live |
          |   5    14:03:10   8.0 s  + succeeded               pressed: Live, 3 att~ |
          |   4    14:03:00   1.2 s  + succeeded                              repeat |
          |   3    14:02:50  380 ms  ? exit code 1, tolerated                 repeat |
          |   2  2d 04h ago   4.0 s  + succeeded                              repeat |
          |   1  2d 05h ago   3.0 s  + succeeded                              repeat |
          +--------------------------------------------------------------------------+

        """)
  }

  @Test func `with less width cause, duration and time are omitted in this order`() {
    #expect(
      text(50, 9) == """
        ╭─ Runs of Deploy 信号 ──────────────────────────╮
        │ Duration  ▄▅✗▂█■✗                              │
        │ 66% of 6 runs succeeded in 1.2 s to 8.0 s      │
        │                                                │
        │ ▸ 8   14:03:40    2 s ● running                │
        │   7   14:03:30   10 s ✗ timed out after 10 s   │
        │   6   14:03:20  4.2 s ■ cancelled              │
        │ ↓ 5 more                                       │
        ╰────────────────────────────────────────────────╯
        """)
    #expect(
      text(30, 9) == """
        ╭─ Runs of Deploy 信号 ──────╮
        │ Duration  ▄▅✗▂█■✗          │
        │ 66% of 6 runs succeeded    │
        │                            │
        │ ▸ 8 ● running              │
        │   7 ✗ timed out after 10 s │
        │   6 ■ cancelled            │
        │ ↓ 5 more                   │
        ╰────────────────────────────╯
        """)
    #expect(
      text(20, 9) == """
        ╭─ Runs of Deploy…─╮
        │ Duration  ▅✗▂█■✗ │
        │ 66% of 6 runs    │
        │                  │
        │ ▸ 8 ● running    │
        │   7 ✗ timed out… │
        │   6 ■ cancelled  │
        │ ↓ 5 more         │
        ╰──────────────────╯
        """)
  }

  @Test func `with less height the list has priority`() {
    #expect(
      text(50, 4) == """
        ╭─ Runs of Deploy 信号 ──────────────────────────╮
        │ ▸ 8   14:03:40    2 s ● running                │
        │   7   14:03:30   10 s ✗ timed out after 10 s   │
        ╰────────────────────────────────────────────────╯
        """)
    #expect(
      text(50, 6) == """
        ╭─ Runs of Deploy 信号 ──────────────────────────╮
        │ 66% of 6 runs succeeded in 1.2 s to 8.0 s      │
        │ ▸ 8   14:03:40    2 s ● running                │
        │   7   14:03:30   10 s ✗ timed out after 10 s   │
        │   6   14:03:20  4.2 s ■ cancelled              │
        ╰────────────────────────────────────────────────╯
        """)
  }

  @Test func `a long duration is not truncated`() {
    var runs = Dashboard.Runs(id: "a", title: "Alpha")
    runs.lines = [Self.failed, Self.failed]
    runs.lines[1].duration = "12m 04s"
    #expect(
      text(50, 4, runs) == """
        ╭─ Runs of Alpha ────────────────────────────────╮
        │ ▸ 7 14:03:30    10 s ✗ timed out after 10 s    │
        │   7 14:03:30 12m 04s ✗ timed out after 10 s    │
        ╰────────────────────────────────────────────────╯
        """)
  }

  @Test func `the chosen run stays in the middle`() {
    var runs = Self.runs
    runs.choice = 4
    #expect(
      text(50, 8, runs) == """
        ╭─ Runs of Deploy 信号 ──────────────────────────╮
        │ Duration  ▄▅✗▂█■✗                              │
        │ 66% of 6 runs succeeded in 1.2 s to 8.0 s      │
        │                                                │
        │   5   14:03:10  8.0 s ✓ succeeded              │
        │ ▸ 4   14:03:00  1.2 s ✓ succeeded              │
        │   3   14:02:50 380 ms △ exit code 1, tolerated │
        ╰────────────────────────────────────────────────╯
        """)
  }

  @Test func `a click chooses the run in the clicked row`() {
    var runs = Self.runs
    runs.choice = 4
    for (width, height) in [(80, 15), (50, 9), (50, 8), (50, 6), (50, 4), (20, 9), (3, 3), (0, 0)] {
      let overlay = RunsOverlay(runs: runs, glyphs: .unicode)
      let rows = picture(of: overlay, width, height).text.split(
        separator: "\n", omittingEmptySubsequences: false)
      let area = Rect(x: 0, y: 0, width: width, height: height)
      for (y, row) in rows.enumerated() {
        let shown = row.prefixMatch(of: #/ *│ [▸ ] (\d) /#).flatMap { Int($0.output.1) }
        #expect(overlay.run(at: Point(x: width / 2, y: y), in: area)?.number == shown, "\(row)")
        #expect(overlay.run(at: Point(x: 0, y: y), in: area) == nil)
      }
    }
  }

  @Test func `results also differ without colour`() {
    let frame = picture(of: RunsOverlay(runs: Self.runs, glyphs: .unicode), 80, 8)
    #expect(
      frame.stylesAndBars(legend: [
        .dim: "d", .strong: "S", .running: "r", .failure: "F", .warning: "w", .success: "s",
        .key: "K",
      ]) == """
        ddrrSSSSSSSSSSSSSSSSSSSSSrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrdd
        ddr ddddddddddrrFrrwF                                                        rdd
        ddr                                                                          rdd
        ddr                                                                          rdd
        ddr BBBbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb rdd
        ddr        dddddddd          FFFFFFFFFFFFFFFFFFFFFF                   dddddd rdd
        ddr        dddddddd          wwwwwwwwwww                       ddddddddddddd rdd
        ddrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrdd
        """)
  }

  @Test func `without runs a message is shown`() {
    let runs = Dashboard.Runs(id: "a", title: "Alpha")
    #expect(
      text(40, 8, runs) == """

        ╭─ Runs of Alpha ──────────────────────╮
        │ It has not run yet                   │
        │                                      │
        │                                      │
        │                                      │
        ╰──────────────────────────────────────╯

        """)
  }

  @Test(arguments: 0...6, 0...4)
  func `any size is supported`(width: Int, height: Int) {
    #expect(picture(of: RunsOverlay(runs: Self.runs, glyphs: .unicode), width, height).size.width == width)
  }

  @Test func `the choice moves between runs and stays on its run when others are added`() {
    var runs = Self.runs
    #expect(runs.focus == 0)
    runs.move(by: 2)
    #expect(runs.choice == 6 && runs.focus == 2)
    runs.lines.insert(
      .init(9, start: "", duration: "", phase: .running, result: "", cause: ""), at: 0)
    #expect(runs.focus == 3)
    runs.move(by: 100)
    #expect(runs.choice == 1)
    runs.lines.removeLast(3)
    #expect(runs.lines[runs.focus].number == 4)
    runs.move(by: -100)
    #expect(runs.choice == nil && runs.focus == 0)
  }

  @Test func `an empty list has no choice`() {
    var runs = Dashboard.Runs(id: "a", title: "Alpha")
    runs.move(by: 1)
    #expect(runs.choice == nil && runs.focus == 0)
  }
}
