import Board
import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// A read-only panel.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ReadOnlyTests {
  private let refusal = "read-only: nothing is started, cancelled or dismissed here"

  private let actions = """
      build: { key: b, simulate: { duration: 5s } }
      deploy: { key: D, run: echo, enabled-if: build.succeeded }
      probe: { every: 10s, simulate: { duration: 4s } }
      broken: { every: 1h, simulate: { duration: 1s, fail-every: 1 } }

    """

  @Test(arguments: ["b", "Enter", "Space"])
  func `no key starts anything`(key: String) throws {
    let panel = try VirtualPanel(actions, isReadOnly: true)
    panel.press(key)
    #expect(panel.button("build")?.phase == .idle)
    #expect(panel.state.message == refusal)
    panel.press("Down")
    #expect(panel.state.message == nil)
  }

  @Test func `a click and a key move the focus, so that the output can be read`() throws {
    let panel = try VirtualPanel(actions, isReadOnly: true)
    panel.press("D")
    #expect(panel.state.focus == 1)
    let row = try #require(panel.picture.split(separator: "\n").firstIndex { $0.contains(" probe ") })
    panel.click(at: Point(x: 10, y: row))
    #expect(panel.state.focus == 2)
    #expect(panel.state.message == nil)
    panel.click(at: Point(x: 10, y: row))
    #expect(panel.state.message == refusal)
  }

  @Test func `actions that repeat still run and cannot be cancelled`() throws {
    let panel = try VirtualPanel(actions, isReadOnly: true)
    panel.runBoard()
    panel.advance(by: .seconds(2))
    #expect(panel.button("probe")?.phase == .running)
    panel.press("Down", "Down", "Enter")
    #expect(panel.state.mode.front == nil && panel.state.message == refusal)
    panel.advance(by: .seconds(3))
    #expect(panel.button("probe")?.phase == .succeeded)
  }

  @Test func `an error cannot be dismissed`() throws {
    let panel = try VirtualPanel(actions, isReadOnly: true)
    panel.runBoard()
    panel.advance(by: .seconds(2))
    #expect(panel.state.error != nil)
    panel.press("x")
    #expect(panel.state.error != nil && panel.state.message == refusal)
  }

  @Test func `quitting asks first and cancels what is running`() throws {
    let panel = try VirtualPanel(actions, isReadOnly: true, isShared: false)
    panel.runBoard()
    panel.advance(by: .seconds(2))
    panel.press("q")
    #expect(panel.picture.contains("probe will be cancelled."))
    panel.press("y")
    #expect(panel.requests == [.quit])
  }

  @Test func `the panel is marked as read-only and otherwise unchanged`() throws {
    let size = Size(width: 60, height: 12)
    let panel = try VirtualPanel(actions, size: size, isReadOnly: true)
    #expect(
      panel.picture == """
        Test                                    read-only · 1 locked
        ○ Nothing is running
        ▸ b  build   ○ idle
          D  deploy  ⊘ locked             needs build
             probe   ○ idle
             broken  ○ idle
        ── Output of build ─────────────────────────────────────────
        No output yet

        simulates a request of 5.0 s

        w why  Ctrl-R runs │ f find  : commands │ ? help  q quit
        """)
  }
}
