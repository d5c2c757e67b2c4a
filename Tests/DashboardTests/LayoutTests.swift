import Dashboard
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct LayoutTests {
  private func layout(_ state: Dashboard.State, _ width: Int, _ height: Int) -> Dashboard.Layout {
    Dashboard.Layout(state, size: Size(width: width, height: height))
  }

  @Test func `the frame needs sixty columns and sixteen rows`() {
    #expect(layout(Scene.idle(), 60, 16).isFramed)
    #expect(!layout(Scene.idle(), 59, 16).isFramed)
    #expect(!layout(Scene.idle(), 60, 15).isFramed)
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24), (300, 100)])
  func `an error moves neither buttons nor output`(width: Int, height: Int) {
    let quiet = layout(Scene.running(), width, height)
    let failing = layout(Scene.failing(), width, height)
    #expect(failing.buttons == quiet.buttons)
    #expect(failing.log == quiet.log)
    #expect(quiet.error.isEmpty && !failing.error.isEmpty)
  }

  @Test func `at 80 by 24 every part is visible`() {
    let layout = layout(Scene.failing(), 80, 24)
    for part in [layout.top, layout.activity, layout.error, layout.buttons, layout.log, layout.footer] {
      #expect(!part.isEmpty)
    }
    #expect(layout.buttons.height == 5)
  }

  @Test func `every row belongs to one part`() {
    for height in 5...60 {
      let layout = layout(Scene.failing(), 50, height)
      let parts = [
        layout.top, layout.activity, layout.error, layout.buttonsDivider, layout.buttons,
        layout.logDivider, layout.log, layout.footer,
      ]
      #expect(parts.flatMap { Array($0.rows) } == Array(0..<height))
    }
  }

  @Test func `many buttons leave a third of the rows to the output`() {
    var state = Scene.idle()
    state.buttons = (0..<99).map { .init(id: "\($0)", title: "Lever \($0)") }
    let layout = layout(state, 80, 24)
    #expect(layout.buttons.height == 9)
    #expect(layout.log.height == 4)
  }

  @Test func `a point has its button, also in a scrolled list`() {
    var state = Scene.idle()
    #expect(layout(state, 80, 24).button(at: Point(x: 9, y: 10), state) == 2)
    #expect(layout(state, 80, 24).button(at: Point(x: 0, y: 10), state) == nil)
    #expect(layout(state, 80, 24).button(at: Point(x: 9, y: 1), state) == nil)

    state.buttons = (0..<99).map { .init(id: "\($0)", title: "Lever \($0)") }
    state.focus = 50
    let scrolled = layout(state, 80, 24)
    #expect(scrolled.buttonWindow(state).visible == 44..<51)
    #expect(scrolled.button(at: Point(x: 9, y: 8), state) == nil)
    #expect(scrolled.button(at: Point(x: 9, y: 9), state) == 44)
    #expect(scrolled.button(at: Point(x: 9, y: 16), state) == nil)
  }
}
