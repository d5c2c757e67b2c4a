import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// The wheel scrolls the part under the mouse.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelWheelTests {
  private static let chain = """
      build: { key: b, title: Build, simulate: { duration: 2s, steps: 4 } }
      test: { key: t, title: Test, simulate: { duration: 1s }, enabled-if: build.succeeded }
      lint: { key: l, title: Lint, simulate: { duration: 1s, fail-every: 1 } }
    """

  private func many() throws -> VirtualPanel {
    let actions = (10...49).map { "  a\($0): { title: Number \($0), simulate: { duration: 9s } }\n" }
    return try VirtualPanel(actions.joined())
  }

  @Test func `the wheel scrolls the output under it`() throws {
    let panel = try VirtualPanel("  a: { key: A, simulate: { duration: 1s }, while-running: queue }")
    for _ in 1...20 { panel.press("A") }
    panel.advance(by: .seconds(20))
    let point = Point(x: 20, y: 20)
    #expect(panel.picture.contains("run 20 started"))
    panel.mouse(.wheelUp, at: point)
    #expect(!panel.picture.contains("run 20 started"))
    panel.mouse(.wheelDown, at: point)
    #expect(panel.picture.contains("run 20 started"))
  }

  @Test func `the wheel scrolls the buttons and keeps the focus`() throws {
    let panel = try many()
    let point = try panel.point(of: "Number 12")
    panel.mouse(.wheelDown, at: point)
    panel.mouse(.wheelDown, at: point)
    #expect(panel.state.focus == 0)
    #expect(panel.picture.contains("↑ 6 more"))
    panel.mouse(.wheelUp, at: point)
    panel.mouse(.wheelUp, at: point)
    panel.mouse(.wheelUp, at: point)
    #expect(panel.picture.contains("▸ Number 10"))
    for _ in 1...99 { panel.mouse(.wheelDown, at: point) }
    #expect(panel.picture.contains("Number 49"))
    panel.press("Down")
    #expect(panel.picture.contains("Number 11"))
  }

  @Test func `the wheel moves the choice among activities and stops at the ends`() throws {
    let panel = try many()
    for _ in 1...12 { panel.press("Enter", "Down") }
    panel.press("a")
    let point = Point(x: 40, y: 12)
    panel.mouse(.wheelDown, at: point)
    #expect(panel.state.activityFocus == 3)
    panel.advance(by: .seconds(1))
    #expect(panel.state.activityFocus == 3)
    for _ in 1...9 { panel.mouse(.wheelDown, at: point) }
    #expect(panel.state.activityFocus == 11)
    for _ in 1...9 { panel.mouse(.wheelUp, at: point) }
    #expect(panel.state.activityFocus == 0)
  }

  @Test func `the wheel scrolls the help`() throws {
    let panel = try VirtualPanel(Self.chain, size: Size(width: 40, height: 10))
    panel.press("?")
    let first = panel.picture
    panel.mouse(.wheelDown, at: Point(x: 20, y: 5))
    #expect(panel.picture.contains("↑ 3 more"))
    panel.mouse(.wheelUp, at: Point(x: 20, y: 5))
    #expect(panel.picture == first)
  }
}
