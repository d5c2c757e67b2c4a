import Boundary
import TerminalUI
import Testing

@testable import Dashboard

/// The chosen action below a short list of a very wide panel.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct CardTests {
  private static let actions = """
      build: { key: b, simulate: { duration: 2s }, description: Compiles everything }
      test: { key: t, simulate: { duration: 1s, fail-every: 2 }, enabled-if: build.succeeded }
    """

  private func panel(_ width: Int = 200, _ height: Int = 60) throws -> VirtualPanel {
    try VirtualPanel(Self.actions, size: Size(width: width, height: height))
  }

  @Test(arguments: [(200, 60, true), (160, 40, true), (159, 40, false), (200, 12, false), (110, 32, false)])
  func `it needs a very wide and high panel`(width: Int, height: Int, isShown: Bool) throws {
    let panel = try panel(width, height)
    #expect(Dashboard.Layout(panel.state, size: panel.model.size).card.isEmpty != isShown)
    #expect((panel.state.card != nil) == isShown)
  }

  @Test func `many actions leave no room for it`() throws {
    let actions = (1...50).map { "  a\($0): { simulate: { duration: 1s } }" }.joined(separator: "\n")
    let panel = try VirtualPanel(actions, size: Size(width: 200, height: 60))
    #expect(panel.state.card == nil)
  }

  @Test func `it says what the action is and needs, and its last runs`() throws {
    let panel = try panel()
    #expect(panel.picture.contains("├─ build ─"))
    #expect(panel.picture.contains("│ Compiles everything"))
    // The output does not say it again.
    #expect(panel.picture.ranges(of: "Compiles everything").count == 1)
    #expect(panel.picture.contains("No output yet"))
    panel.press("Down")
    panel.runBoard()
    #expect(panel.picture.contains("├─ test ─"))
    #expect(panel.picture.contains("Locked: it needs"))
    #expect(panel.picture.contains("✗ build succeeded"))
    panel.press("b")
    panel.advance(by: .seconds(3))
    for _ in 1...3 {
      panel.press("t")
      panel.advance(by: .seconds(2))
    }
    panel.runBoard()
    #expect(panel.picture.contains("✓ build succeeded"))
    #expect(panel.picture.contains("66% of 3 runs succeeded in "))
    #expect(panel.picture.contains(" ✗ "))
    #expect(panel.picture.contains("3  14:00:07"))
  }

  @Test func `what is shown on request stands there once`() throws {
    let panel = try panel()
    panel.press("w")
    #expect(panel.picture.contains("─ About build ─"))
    #expect(panel.picture.ranges(of: "Compiles everything").count == 1)
  }

  @Test func `a click in it is no click on a button`() throws {
    let panel = try panel()
    let card = Dashboard.Layout(panel.state, size: panel.model.size).card
    let target = Dashboard.Target(
      at: Point(x: card.x + 2, y: card.y + 1), of: panel.state, size: panel.model.size)
    #expect(target?.button == nil && target != .buttons)
  }

  @Test(arguments: [(0, 0), (1, 1), (9, 3), (40, 5), (60, 20)])
  func `any size is supported`(width: Int, height: Int) throws {
    let panel = try panel()
    panel.press("b")
    panel.advance(by: .seconds(3))
    let card = try #require(panel.state.card)
    let frame = picture(of: CardView(card: card, glyphs: .unicode), width, height)
    #expect(frame.size == Size(width: width, height: height))
  }

  @Test func `bars of a plot have several rows, and a failure has a sign`() {
    let trend = RunTrend(points: [
      .succeeded(.seconds(4)), .succeeded(.seconds(2)), .failed, .cancelled, .succeeded(.seconds(1)),
    ])
    #expect(
      picture(of: RunPlot(trend: trend, glyphs: .unicode), 20, 4).text == """
        4.0 s │█
              │█
              │█ █
              │█ █ ✗ ■ █
        """)
  }
}
