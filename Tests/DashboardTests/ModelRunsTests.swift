import Board
import Boundary
import LoopbackBox
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelRunsTests {
  private func runs(_ panel: VirtualPanel) -> Dashboard.Runs? {
    panel.state.overlay as? Dashboard.Runs
  }

  @Test func `Ctrl-R shows the runs of the focused action and Esc closes them`() throws {
    let panel = try VirtualPanel(
      "  load: { key: l, title: Load, simulate: { duration: 2s, fail-every: 2, failure: no luck } }")
    panel.press("l")
    panel.advance(by: .seconds(3))
    panel.press("l")
    panel.advance(by: .seconds(3))
    panel.press("l", "Ctrl-R")
    let shown = try #require(runs(panel))
    #expect(shown.title == "Load" && shown.measure == "Duration")
    #expect(shown.trend == .init(points: [.succeeded(.seconds(2)), .failed], successRate: 0.5))
    #expect(
      shown.lines == [
        .init(3, start: "14:00:06", duration: "0 s", phase: .running, result: "running", cause: "pressed"),
        .init(2, start: "14:00:03", duration: "2.0 s", phase: .failed, result: "no luck", cause: "pressed"),
        .init(
          1, start: "14:00:00", duration: "2.0 s", phase: .succeeded, result: "succeeded", cause: "pressed"),
      ])
    panel.press("Esc")
    #expect(panel.state.mode.front == nil)
    panel.press("Ctrl-R", "Ctrl-R")
    #expect(panel.state.mode.front == nil)
  }

  @Test func `the help key of the footer opens the help in place of the runs`() throws {
    let panel = try VirtualPanel("  load: { key: l, simulate: { duration: 2s } }")
    panel.press("Ctrl-R")
    try panel.click("? help")
    #expect(panel.picture.contains("─ Keys ─"))
    panel.press("Esc")
    #expect(panel.state.mode.front == nil)
  }

  @Test func `repeats are added while the box is open`() throws {
    let panel = try VirtualPanel(
      "  probe: { simulate: { duration: 1s }, every: 5s, retry: { attempts: 2, backoff: 1s } }")
    panel.runBoard()
    panel.press("Ctrl-R")
    #expect(runs(panel)?.lines.map(\.result) == ["running"])
    panel.advance(by: .seconds(4))
    #expect(runs(panel)?.lines.map(\.result) == ["succeeded"])
    #expect(runs(panel)?.lines.map(\.cause) == ["repeat"])
    panel.press("Down")
    panel.advance(by: .seconds(30))
    #expect(runs(panel)?.lines.count == 7)
    #expect(runs(panel)?.focus == 0)

    panel.press("Down", "Down")
    #expect(runs(panel)?.choice == 5)
    panel.advance(by: .seconds(10))
    #expect(runs(panel)?.choice == 5)
    #expect(runs(panel)?.focus == 4)
    #expect(panel.picture.contains("▸ 5  14:00:20   1.0 s  ✓ succeeded"))

    panel.press("Home")
    #expect(runs(panel)?.focus == 0)
    panel.press("End")
    #expect(runs(panel)?.choice == 1)
    panel.press("PgUp")
    #expect(runs(panel)?.focus == 0)
  }

  @Test func `Enter shows the output of the chosen run`() throws {
    let panel = try VirtualPanel(
      "  a: { key: A, simulate: { duration: 1s, value: done }, while-running: queue }")
    for _ in 1...20 { panel.press("A") }
    panel.advance(by: .seconds(20))
    panel.press("Ctrl-R")
    for _ in 1...16 { panel.press("Down") }
    #expect(runs(panel)?.choice == 4)
    panel.press("Enter")
    #expect(panel.state.mode.front == nil)
    let rows = panel.picture.split(separator: "\n")
    let divider = try #require(rows.firstIndex { $0.contains("Output of a") })
    #expect(rows[divider + 1].contains("run 4 started"))

    panel.press("Ctrl-R", "Enter")
    #expect(panel.state.log?.isFollowing == true)
    #expect(panel.picture.contains("run 20 started"))
  }

  @Test func `a click on a row chooses it`() throws {
    let panel = try VirtualPanel(
      "  a: { key: A, simulate: { duration: 1s, value: done }, while-running: queue }")
    for _ in 1...20 { panel.press("A") }
    panel.advance(by: .seconds(20))
    panel.press("Ctrl-R")
    try panel.click("  17  14:00:16")
    #expect(runs(panel)?.choice == 17)
    #expect(panel.picture.contains("▸ 17  14:00:16"))
    try panel.click("runs succeeded")
    #expect(runs(panel)?.choice == 17)
    try panel.click("  20  14:00:19")
    #expect(runs(panel)?.focus == 0)
    #expect(runs(panel)?.choice == nil)

    panel.mouse(.wheelDown, at: try panel.point(of: "18  14:00:17"))
    #expect(runs(panel)?.choice == 17)
    panel.press("Enter")
    #expect(panel.picture.contains("run 17 started"))
  }

  @Test func `a click does not count if another run has moved under the mouse`() throws {
    let panel = try VirtualPanel("  a: { key: A, simulate: { duration: 1s }, while-running: queue }")
    for _ in 1...4 { panel.press("A") }
    panel.press("Ctrl-R")
    panel.advance(by: .milliseconds(1_500))
    let place = try panel.point(of: "  1  14:00:00")
    panel.mouse(.press(.left), at: place)
    panel.advance(by: .seconds(2))
    panel.mouse(.release(.left), at: place)
    #expect(runs(panel)?.choice == nil)
  }

  @Test func `output that is no longer kept cannot be shown`() throws {
    let panel = try VirtualPanel("  a: { key: A, simulate: { duration: 1s } }")
    panel.press("A")
    panel.advance(by: .seconds(1))
    panel.removeOutput(of: "a")
    panel.press("Ctrl-R", "Enter")
    #expect(panel.state.message == "The output of run 1 is no longer kept")
    #expect(runs(panel) != nil)
  }

  @Test func `the cause of a run names the button that was pressed`() throws {
    let panel = try VirtualPanel(
      """
        deploy:
          run: [/no/such/program]
          buttons: [{ key: 1, title: To staging, input: staging }, { key: 2, title: To all, input: live }]
      """)
    panel.press("2", "Ctrl-R")
    #expect(runs(panel)?.lines.map(\.cause) == ["pressed: To all"])
  }

  @Test func `an action that has not run yet shows a message`() throws {
    let panel = try VirtualPanel("  a: { simulate: { duration: 1s } }")
    panel.press("Ctrl-R", "Down", "Enter")
    #expect(panel.picture.contains("It has not run yet"))
    #expect(runs(panel) != nil)
  }

  @Test func `the quit key works in the box`() throws {
    let panel = try VirtualPanel("  a: { key: A, simulate: { duration: 1s } }")
    panel.press("Ctrl-R", "q")
    #expect(panel.requests == [.quit])
    #expect(panel.state.mode.front == nil)
  }

  @Test func `a probe shows the latency of its last attempt`() throws {
    let panel = try VirtualPanel("  a: { tcp: 'localhost:1' }")
    panel.press("Ctrl-R")
    #expect(runs(panel)?.measure == "Latency")
  }

  @Test func `on a wide screen a repeating action shows its trend`() throws {
    let panel = try VirtualPanel(
      """
        probe: { title: Probe, simulate: { duration: 1s, fail-every: 4 }, every: 2s }
        build: { key: b, title: Build, simulate: { duration: 2s } }
      """, size: Size(width: 100, height: 12))
    panel.runBoard()
    panel.advance(by: .milliseconds(15_500))
    let rows = panel.picture.split(separator: "\n").filter {
      $0.contains("Probe  ") || $0.contains("Build  ")
    }
    #expect(
      rows == [
        "▸    Probe  ✗ failed      1.0 s  simulated failure                                  ▅▅▅✗▅▅▅✗  75% ok",
        "  b  Build  ○ idle",
      ])
    panel.model.size = Size(width: 83, height: 12)
    panel.model.refresh()
    #expect(!panel.picture.contains("%"))
    #expect(panel.picture.contains("Ctrl-R runs"))
  }
}
