import Board
import Boundary
import LoopbackBox
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// The board is replaced while the panel is open.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelReloadTests {
  @Test func `the message shows what has changed, and a new button works`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest)
    try panel.reload(
      """
        lint: { key: l, title: Lint, simulate: { duration: 1s } }
        build: { key: c, title: Compile, simulate: { duration: 2s, value: done } }
      """)
    #expect(panel.state.message == "Board reloaded: 1 action added, 1 changed, 1 removed")
    #expect(panel.state.buttons.map(\.title) == ["Lint", "Compile"])

    panel.press("l", "c")
    #expect(panel.state.message == nil)
    #expect(panel.button("lint")?.phase == .running)
    #expect(panel.button("build")?.phase == .running)
  }

  @Test func `the message goes by itself, but not another one`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest)
    try panel.reload("  build: { key: b, run: echo }")
    panel.advance(by: .seconds(7))
    #expect(panel.state.message?.hasPrefix("Board reloaded") == true)
    panel.advance(by: .seconds(1))
    #expect(panel.state.message == nil)
    try panel.reload(VirtualPanel.buildAndTest)
    panel.press("e")
    panel.advance(by: .seconds(20))
    #expect(panel.state.message == "There is no error")
  }

  @Test func `the focus stays on its button`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest)
    panel.press("Down")
    try panel.reload("  new: { simulate: { duration: 1s } }\n" + VirtualPanel.buildAndTest)
    #expect(panel.state.focusedButton?.id == "test")
    try panel.reload("  new: { simulate: { duration: 1s } }")
    #expect(panel.state.focusedButton?.id == "new")
  }

  @Test func `the title is updated`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest)
    panel.reload(
      try Board.parse("title: Other\nactions:\n" + VirtualPanel.buildAndTest, file: "test.yml"))
    #expect(panel.state.title == "Other")
    #expect(panel.state.message == "Board reloaded: a new title")
  }

  @Test func `a message names a key of the preferences that a new button uses`() throws {
    let panel = try VirtualPanel(
      VirtualPanel.buildAndTest,
      preferences: .parse("keys: { next: [j, tab], scroll-back: [t, pgup] }", file: "config.yml"))
    #expect(panel.state.message == "config.yml:1: t presses Test here, not scroll-back")
    try panel.reload(VirtualPanel.buildAndTest + "\n  new: { key: j, run: echo }")
    #expect(
      panel.state.message
        == "Board reloaded: 1 action added; config.yml:1: t presses Test here, not scroll-back (1 more)")
    #expect(panel.state.keys.binding(of: .next)?.keys == [.tab])
    try panel.reload("  build: { key: b, run: echo }")
    #expect(panel.state.message?.hasSuffix("2 removed") == true)
    #expect(panel.state.keys.binding(of: .next)?.keys == [.character("j"), .tab])
  }

  @Test func `a log keeps its scroll position`() throws {
    let panel = try VirtualPanel("  a: { simulate: { duration: 1s }, while-running: queue }")
    for _ in 1...20 { panel.press("Enter") }
    panel.advance(by: .seconds(20))
    panel.press("Home")
    try panel.reload("  a: { title: Alpha, simulate: { duration: 1s }, while-running: queue }")
    #expect(panel.picture.contains("Output of Alpha"))
    #expect(panel.picture.contains("run 1 started"))
    #expect(!panel.picture.contains("run 20 started"))
  }

  @Test func `a running action shows what happens to it after the run`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest)
    panel.press("b", "t")
    try panel.reload("  build: { key: b, title: Build, simulate: { duration: 3s } }")
    #expect(
      panel.state.message
        == "Board reloaded: 1 action changed, 1 removed (2 when their runs have ended)")
    #expect(
      panel.rows(7..<10) == """
        │                                                                              │
        │                                                                              │
        │                                                                              │
        """)

    panel.press("t")
    #expect(panel.picture.contains("It is running and no longer on the board."))
    panel.advance(by: .seconds(1))
    #expect(panel.button("test") == nil)
    #expect(panel.state.mode.front == nil)
    panel.advance(by: .seconds(1))
    #expect(panel.button("build")?.phase == .idle)
    #expect(panel.button("build")?.fate == nil)
  }

  @Test func `a question about a changed action is closed`() throws {
    let panel = try VirtualPanel(
      "  deploy: { key: D, confirm: 'To production?', simulate: { duration: 1s } }")
    panel.press("D")
    try panel.reload("  deploy: { key: D, confirm: 'To production?', simulate: { duration: 2s } }")
    #expect(panel.state.mode.front == nil)
    panel.press("y")
    #expect(panel.button("deploy")?.phase == .idle)
  }

  @Test func `a question about something else stays open`() throws {
    let deploy = "  deploy: { key: D, confirm: 'To production?', simulate: { duration: 1s } }\n"
    let panel = try VirtualPanel(deploy + VirtualPanel.buildAndTest)
    panel.press("D")
    try panel.reload(deploy)
    panel.press("y")
    #expect(panel.button("deploy")?.phase == .running)
  }
}
