import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelMouseTests {
  private static let chain = """
      build: { key: b, title: Build, simulate: { duration: 2s, steps: 4 } }
      test: { key: t, title: Test, simulate: { duration: 1s }, enabled-if: build.succeeded }
      lint: { key: l, title: Lint, simulate: { duration: 1s, fail-every: 1 } }
    """

  @Test func `a click on a row moves the focus, and one on its key or state presses`() throws {
    let panel = try VirtualPanel(Self.chain)
    try panel.click("Lint")
    #expect(panel.state.focusedButton?.id == "lint")
    #expect(panel.button("lint")?.phase == .idle)
    try panel.click("b  Build")
    #expect(panel.state.focusedButton?.id == "build")
    #expect(panel.button("build")?.phase == .running)
    let sign = try panel.point(of: "⊘ locked")
    panel.click(at: Point(x: sign.x - 1, y: sign.y))
    #expect(panel.state.message == nil)
    panel.advance(by: .milliseconds(400))
    panel.click(at: Point(x: sign.x + 10, y: sign.y))
    #expect(panel.state.message == "Test: needs Build")
  }

  @Test func `releasing elsewhere cancels a click`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.mouse(.press(.left), at: try panel.point(of: "Lint"))
    #expect(panel.button("lint")?.phase == .idle)
    panel.mouse(.release(.left), at: try panel.point(of: "Build"))
    panel.mouse(.release(.left), at: try panel.point(of: "Lint"))
    #expect(panel.button("lint")?.phase == .idle)
    #expect(panel.button("build")?.phase == .idle)
  }

  @Test func `a key between press and release cancels a click`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.mouse(.press(.left), at: try panel.point(of: "Lint"))
    panel.press("Down")
    panel.mouse(.release(.left), at: try panel.point(of: "Lint"))
    #expect(panel.button("lint")?.phase == .idle)
  }

  @Test(arguments: ["b  Build", "Build", "○ idle"])
  func `a double click presses once`(text: String) throws {
    let panel = try VirtualPanel(Self.chain)
    let point = try panel.point(of: text)
    for _ in 1...4 { panel.click(at: point) }
    #expect(panel.button("build")?.phase == .running)
    #expect(panel.state.mode.front == nil)
    panel.advance(by: .milliseconds(500))
    panel.click(at: point)
    panel.click(at: point)
    #expect(panel.picture.contains("Cancel Build?"))
  }

  @Test(arguments: [MouseEvent.Button.middle, .right])
  func `other mouse buttons have no effect`(button: MouseEvent.Button) throws {
    let panel = try VirtualPanel(Self.chain)
    let point = try panel.point(of: "Build")
    panel.mouse(.press(button), at: point)
    panel.mouse(.release(button), at: point)
    panel.mouse(.press(.left), at: point)
    panel.mouse(.press(button), at: point)
    panel.mouse(.release(.left), at: point)
    #expect(panel.button("build")?.phase == .idle)
  }

  @Test func `a click on an activity shows its output`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "l")
    #expect(panel.state.focusedButton?.id == "lint")
    panel.click(at: Point(x: 5, y: 1))
    #expect(panel.picture.contains("2 are running"))
    panel.click(at: Point(x: 5, y: try panel.point(of: "since 14:00:00").y))
    #expect(panel.state.focusedButton?.id == "build")
    #expect(panel.state.mode.front == nil)
  }

  @Test func `a click on the error shows the action that reported it`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("l", "b")
    panel.advance(by: .seconds(1))
    #expect(panel.state.focusedButton?.id == "build")
    try panel.click("simulated failure")
    #expect(panel.state.focusedButton?.id == "lint")
    #expect(panel.state.error != nil)
    try panel.click("x dismiss")
    #expect(panel.state.error == nil)
  }

  @Test func `a click on a key in the footer presses it`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("Down")
    #expect(panel.state.focusedButton?.id == "test")
    try panel.click("? help")
    #expect(panel.picture.contains("─ Keys ─"))
    try panel.click("Esc close")
    #expect(panel.state.mode.front == nil)
    try panel.click("q quit")
    #expect(panel.requests == [.quit])
  }

  @Test func `a click on an answer gives it`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "b")
    try panel.click("y Cancel it")
    #expect(panel.state.mode.front == nil)
    #expect(panel.button("build")?.phase == .cancelled)
  }

  @Test func `a click outside a box closes it and presses nothing`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "b")
    try panel.click("Lint")
    #expect(panel.state.mode.front == nil)
    #expect(panel.button("lint")?.phase == .idle)
    #expect(panel.button("build")?.phase == .running)
  }

  @Test func `a click in a box outside its answers has no effect`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "b")
    try panel.click("It is running")
    #expect(panel.state.mode.front != nil)
  }

  @Test func `a press on one question does not answer another one`() throws {
    let panel = try VirtualPanel(
      """
        a: { key: A, title: A, simulate: { duration: 9s } }
        b: { key: B, title: B, simulate: { duration: 9s } }
      """)
    panel.press("A", "B", "A")
    panel.mouse(.press(.left), at: try panel.point(of: "y Cancel it"))
    panel.model.state.mode.front = nil
    panel.model.pressButton(1)
    panel.mouse(.release(.left), at: try panel.point(of: "y Cancel it"))
    #expect(panel.picture.contains("Cancel B?"))
    #expect(panel.button("b")?.phase == .running)
  }

  @Test func `a click on a row of the help performs its command`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("?")
    try panel.click("Choose the next action")
    #expect(panel.state.mode.front == nil)
    #expect(panel.state.focusedButton?.id == "test")
  }

  @Test func `M releases the mouse to the terminal and captures it again`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("m")
    #expect(panel.requests == [.useMouse(false)])
    panel.model.mouse = .given
    #expect(panel.picture.contains("? help  m mouse: off  q quit"))
    panel.press("m")
    #expect(panel.requests == [.useMouse(false), .useMouse(true)])
    panel.model.mouse = .absent
    panel.press("m")
    #expect(panel.state.message == "This terminal does not tell of its mouse")
  }

  @Test func `the smallest board shows that the mouse is released`() {
    var state = Scene.idle()
    state.mouse = .given
    let text = Dashboard.view(state, size: Dashboard.smallestSize).text
    #expect(text.hasSuffix("\n? help  m mouse: off"))
  }

  @Test func `a press and a release in the output select the lines between`() throws {
    let panel = try VirtualPanel("  a: { key: A, simulate: { duration: 1s }, while-running: queue }")
    for _ in 1...20 { panel.press("A") }
    panel.advance(by: .seconds(20))
    panel.mouse(.press(.left), at: Point(x: 20, y: 18))
    panel.mouse(.release(.left), at: Point(x: 30, y: 20))
    #expect(panel.state.log?.selectedCount == 3)
    try panel.click("Esc leave")
    #expect(panel.state.log?.selectedCount == nil)
  }
}
