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

  @Test(arguments: [(20, 5), (40, 12), (80, 24), (120, 40), (250, 70)])
  func `an error moves no button, and takes one row of the output`(width: Int, height: Int) {
    let quiet = layout(Scene.running(), width, height)
    let failing = layout(Scene.failing(), width, height)
    #expect(failing.buttons == quiet.buttons)
    #expect(failing.log.height == quiet.log.height - (height > 5 ? 1 : 0))
    #expect(failing.log.rows.upperBound == quiet.log.rows.upperBound)
    #expect(quiet.error.isEmpty && failing.error.height == 1)
  }

  @Test(arguments: [Scene.idle(), Scene.running(), Scene.failing()])
  func `at 80 by 24 nine actions leave at least eight rows to the output`(state: Dashboard.State) {
    var state = state
    while state.buttons.count < 9 { state.buttons.append(.init(id: "\(state.buttons.count)", title: "More")) }
    #expect(layout(state, 80, 24).buttons.height == 9)
    #expect(layout(state, 80, 24).log.height >= 8)
  }

  @Test(arguments: [(40, 12), (80, 24), (120, 40), (250, 70)])
  func `the zoomed output has the whole screen, apart from its heading and the footer`(
    width: Int, height: Int
  ) {
    var state = Scene.running()
    state.isZoomed = true
    #expect(layout(state, width, height).log == Rect(x: 0, y: 1, width: width, height: height - 2))
    #expect(layout(state, width, height).buttons.isEmpty)
    state.error = Scene.failing().error
    #expect(layout(state, width, height).log.height == height - 3)
  }

  @Test func `the line above the output moves by rows, as far as there are buttons and output`() {
    var state = Scene.idle()
    let usual = layout(state, 80, 24)
    state.split = 2
    #expect(layout(state, 80, 24).log.height == usual.log.height + 2)
    state.split = 100
    #expect(layout(state, 80, 24).buttons.height == 1)
    state.split = -100
    #expect(layout(state, 80, 24).buttons.height == 5)
  }

  @Test func `the line beside the output moves by columns`() {
    var state = Scene.idle()
    let usual = layout(state, 120, 40)
    state.split = 2
    #expect(layout(state, 120, 40).log.width == usual.log.width + 8)
    for split in [-1_000, 1_000] {
      state.split = split
      let extreme = layout(state, 120, 40)
      #expect(extreme.log.width >= 35 && extreme.buttons.width >= 35)
    }
  }

  @Test func `at 80 by 24 every part is visible`() {
    let layout = layout(Scene.failing(), 80, 24)
    for part in [layout.top, layout.activity, layout.error, layout.buttons, layout.log, layout.footer] {
      #expect(!part.isEmpty)
    }
    #expect(layout.buttons.height == 5)
  }

  @Test func `every row belongs to one part`() {
    for height in 7...60 {
      let layout = layout(Scene.failing(), 50, height)
      let parts = [
        layout.top, layout.activity, layout.buttons, layout.error,
        layout.logDivider, layout.log, layout.footer,
      ]
      #expect(parts.flatMap { Array($0.rows) }.sorted() == Array(0..<height))
    }
  }

  @Test func `many buttons leave a third of the rows to the output`() {
    var state = Scene.idle()
    state.buttons = (0..<99).map { .init(id: "\($0)", title: "Lever \($0)") }
    let layout = layout(state, 80, 24)
    #expect(layout.buttons.height == 14)
    #expect(layout.log.height == 5)
  }

  @Test func `a point has its button, also in a scrolled list`() {
    var state = Scene.idle()
    #expect(layout(state, 80, 24).button(at: Point(x: 9, y: 4), state) == 2)
    #expect(layout(state, 80, 24).button(at: Point(x: 0, y: 4), state) == nil)
    #expect(layout(state, 80, 24).button(at: Point(x: 9, y: 1), state) == nil)

    state.buttons = (0..<99).map { .init(id: "\($0)", title: "Lever \($0)") }
    state.focus = 50
    let scrolled = layout(state, 80, 24)
    #expect(scrolled.buttonWindow(state).visible == 39..<51)
    #expect(scrolled.button(at: Point(x: 9, y: 2), state) == nil)
    #expect(scrolled.button(at: Point(x: 9, y: 3), state) == 39)
    #expect(scrolled.button(at: Point(x: 9, y: 15), state) == nil)
  }
}
