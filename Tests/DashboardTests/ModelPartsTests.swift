import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// The buttons or the output have the focus.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelPartsTests {
  private let desk: LogDesk

  init() throws {
    desk = try LogDesk()
    desk.print((1...40).map { "line \($0)" })
  }

  private var focus: String? { desk.panel.state.focusedButton?.id }

  @Test(arguments: ["Tab", "Shift-Tab"])
  func `Tab gives letters to the output and back`(key: String) {
    desk.press(key)
    #expect(desk.picture.contains("▸Output of Build "))
    desk.press("k", "k")
    #expect(desk.rows.last == "line 38")
    desk.press("j")
    #expect(desk.rows.last == "line 39")
    #expect(focus == "build")
    desk.press(key, "j")
    #expect(focus == "check")
    #expect(desk.picture.contains(" Output of Check "))
  }

  @Test func `arrows choose a button whatever has the focus`() {
    desk.press("Tab", "Down")
    #expect(focus == "check")
    #expect(desk.picture.contains("▸Output of Check "))
    desk.press("Up")
    #expect(focus == "build")
    #expect(desk.rows.last == "line 40")
  }

  @Test func `h and l are the runs of the output`() {
    desk.press("b")
    desk.panel.advance(by: .seconds(1))
    desk.print((1...20).map { "after \($0)" })
    desk.press("Tab", "h")
    #expect(desk.rows.first?.contains("run 1") == true)
    #expect(focus == "build")
    desk.press("l")
    #expect(desk.panel.state.message == "No run begins further down")
  }

  @Test func `Esc gives the focus back after it has ended the search`() {
    desk.press("Tab", "/", "3", "Enter", "Esc")
    #expect(desk.panel.state.log?.search == nil)
    #expect(desk.panel.state.outputHasFocus)
    desk.press("Esc")
    #expect(!desk.panel.state.outputHasFocus)
  }

  @Test func `letters scroll the output that has the whole screen`() {
    desk.press("z", "k")
    #expect(desk.panel.state.log?.isFollowing == false)
    #expect(focus == "build")
    desk.press("z", "j")
    #expect(focus == "check")
  }

  @Test func `a click gives the focus to its part`() throws {
    try desk.panel.click("line 39")
    #expect(desk.panel.state.outputHasFocus)
    try desk.panel.click("Check")
    #expect(!desk.panel.state.outputHasFocus)
    #expect(focus == "check")
  }

  @Test func `the footer says where Tab leads`() {
    desk.press("Tab")
    #expect(desk.picture.contains("Tab actions"))
    try? desk.panel.click("Tab actions")
    #expect(!desk.panel.state.outputHasFocus)
    #expect(!desk.picture.contains("Tab actions"))
  }

  @Test func `without room for the output it gets no focus`() throws {
    let panel = try VirtualPanel(Self.many(20), size: Size(width: 30, height: 5))
    panel.press("Tab")
    #expect(panel.state.message == "No room: z zooms")
    #expect(!panel.state.outputHasFocus)
  }

  @Test func `pages, start and end of the list have their own keys`() throws {
    let panel = try VirtualPanel(Self.many(40), size: Size(width: 80, height: 24))
    panel.press("Ctrl-D")
    let page = panel.state.focus
    #expect(page > 5)
    panel.press("Ctrl-D", "Ctrl-U")
    #expect(panel.state.focus == page)
    panel.press("G")
    #expect(panel.state.focusedButton?.id == "a40")
    panel.press("Ctrl-D", "Down")
    #expect(panel.state.focusedButton?.id == "a40")
    panel.press("g")
    #expect(panel.state.focus == 0)
    panel.press("Ctrl-U", "Up", "Left")
    #expect(panel.state.focus == 0)
  }

  @Test func `PgUp, PgDn, Home and End are about the output whatever has the focus`() {
    for focus in [[], ["Tab"]] {
      for name in focus { desk.press(name) }
      desk.press("Home")
      #expect(desk.rows.first == "line 1")
      desk.press("PgDn")
      let first = desk.rows.first
      #expect(first != "line 1")
      desk.press("PgDn", "PgUp")
      #expect(desk.rows.first == first)
      desk.press("End")
      #expect(desk.rows.last == "line 40")
    }
    #expect(self.focus == "build")
  }

  @Test func `the keys of the list move in the output that has the focus`() {
    desk.press("Tab", "g")
    #expect(desk.rows.first == "line 1")
    desk.press("Ctrl-D")
    #expect(desk.rows.first != "line 1")
    desk.press("Ctrl-U")
    #expect(desk.rows.first == "line 1")
    desk.press("G")
    #expect(desk.rows.last == "line 40")
    #expect(focus == "build")
  }

  @Test func `over a list Tab chooses the next row, and Shift-Tab the previous one`() {
    desk.press("?", "Down")
    let first = desk.panel.picture
    desk.press("Tab")
    let second = desk.panel.picture
    #expect(second != first)
    desk.press("Tab", "Shift-Tab")
    #expect(desk.panel.picture == second)
    desk.press("Shift-Tab")
    #expect(desk.panel.picture == first)
    #expect(!desk.panel.state.outputHasFocus)
  }

  private static func many(_ count: Int) -> String {
    (1...count).map { "  a\($0): { run: echo }" }.joined(separator: "\n")
  }
}
