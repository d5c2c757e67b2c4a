import Boundary
import LoopbackBox
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelSplitTests {
  private let actions = """
      a: { key: A, title: Alpha, simulate: { duration: 1s } }
      b: { key: b, title: Beta, simulate: { duration: 1s } }
      c: { key: c, title: Gamma, simulate: { duration: 1s } }
    """

  private func logHeight(_ panel: VirtualPanel) -> Int {
    Dashboard.Layout(panel.state, size: panel.model.size).log.height
  }

  @Test func `Z gives the output the whole screen, and Z or Esc take it back`() throws {
    let panel = try VirtualPanel(actions)
    for key in ["z", "Esc"] {
      panel.press("z")
      #expect(panel.picture.hasPrefix("── Output of Alpha ─"))
      #expect(!panel.picture.contains("Beta"))
      panel.press(key)
      #expect(panel.picture.contains("Beta"))
    }
  }

  @Test func `Esc ends the search before the zoom`() throws {
    let panel = try VirtualPanel(actions)
    panel.press("A", "z", "/", "r", "u", "n", "Enter")
    panel.press("Esc")
    #expect(panel.state.log?.search == nil)
    #expect(panel.state.isZoomed)
    panel.press("Esc")
    #expect(!panel.state.isZoomed)
  }

  @Test func `in the zoomed output keys of buttons still press`() throws {
    let panel = try VirtualPanel(actions)
    panel.press("z", "b")
    #expect(panel.picture.hasPrefix("── Output of Beta ─"))
    #expect(panel.button("b")?.phase == .running)
  }

  @Test func `plus and minus move the line, and say where it ends`() throws {
    let panel = try VirtualPanel(actions)
    let usual = logHeight(panel)
    panel.press("+", "+")
    #expect(logHeight(panel) == usual + 2)
    #expect(panel.state.message == nil)
    panel.press("+")
    #expect(panel.state.message == "The output cannot be larger")
    #expect(logHeight(panel) == usual + 2)
    panel.press("-", "-")
    #expect(logHeight(panel) == usual)
    panel.press("-")
    #expect(panel.state.message == "The output cannot be smaller")
    panel.press("z", "+")
    #expect(panel.state.message == "The output has the whole screen")
  }

  @Test func `a board has its keys even if the panel uses them`() throws {
    let panel = try VirtualPanel("  zoo: { key: z, title: Zoo, simulate: { duration: 1s } }")
    panel.press("z")
    #expect(panel.button("zoo")?.phase == .running)
    #expect(!panel.state.isZoomed)
    #expect(panel.state.keys.binding(of: .zoom) == nil)
    #expect(!panel.picture.contains("z zoom"))
  }

  @Test func `the line between the actions and the output can be dragged`() throws {
    let actions = (1...9).map { "  a\($0): { simulate: { duration: 1s } }" }.joined(separator: "\n")
    let panel = try VirtualPanel(actions)
    let divider = try panel.point(of: "─ Output of")
    panel.mouse(.press(.left), at: divider)
    panel.mouse(.release(.left), at: Point(x: divider.x, y: divider.y - 3))
    try expectEqual(panel.point(of: "─ Output of").y, divider.y - 3)
    panel.mouse(.press(.left), at: Point(x: divider.x, y: divider.y - 3))
    panel.mouse(.release(.left), at: Point(x: divider.x, y: 0))
    try expectEqual(panel.point(of: "─ Output of").y, 3)
    #expect(panel.state.message == nil)

    panel.model.size = Size(width: 160, height: 40)
    panel.press("Down")
    let separator = try panel.point(of: "┬")
    panel.mouse(.press(.left), at: Point(x: separator.x, y: 10))
    panel.mouse(.release(.left), at: Point(x: separator.x + 8, y: 12))
    try expectEqual(panel.point(of: "┬").x, separator.x + 8)
  }

  @Test func `the line follows the mouse while it is dragged`() throws {
    let actions = (1...9).map { "  a\($0): { simulate: { duration: 1s } }" }.joined(separator: "\n")
    let panel = try VirtualPanel(actions)
    let divider = try panel.point(of: "─ Output of")
    panel.mouse(.press(.left), at: divider)
    for row in [divider.y - 1, divider.y - 4, divider.y - 2] {
      panel.mouse(.drag(.left), at: Point(x: divider.x + 9, y: row))
      try expectEqual(panel.point(of: "─ Output of").y, row)
    }
    panel.mouse(.release(.left), at: Point(x: divider.x, y: divider.y - 2))
    try expectEqual(panel.point(of: "─ Output of").y, divider.y - 2)
    panel.mouse(.drag(.left), at: Point(x: divider.x, y: divider.y - 4))
    try expectEqual(panel.point(of: "─ Output of").y, divider.y - 2)
  }

  @Test func `the line beside the output follows the mouse, too`() throws {
    let panel = try VirtualPanel(actions, size: Size(width: 160, height: 40))
    let separator = try panel.point(of: "┬")
    panel.mouse(.press(.left), at: Point(x: separator.x, y: 10))
    for step in [4, 12, -8] {
      panel.mouse(.drag(.left), at: Point(x: separator.x + step, y: 12))
      try expectEqual(panel.point(of: "┬").x, separator.x + step)
    }
  }
}
