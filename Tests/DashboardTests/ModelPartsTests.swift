import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// The buttons or the output have the focus.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelPartsTests {
  private let log: PanelWithLog

  init() throws {
    log = try PanelWithLog()
    log.print((1...40).map { "line \($0)" })
  }

  private var focus: String? { log.panel.state.focusedButton?.id }

  @Test(arguments: ["Tab", "Shift-Tab"])
  func `Tab gives letters to the output and back`(key: String) {
    log.press(key)
    #expect(log.picture.contains("▸Output of Build "))
    log.press("k", "k")
    #expect(log.rows.last == "line 38")
    log.press("j")
    #expect(log.rows.last == "line 39")
    #expect(focus == "build")
    log.press(key, "j")
    #expect(focus == "check")
    #expect(log.picture.contains(" Output of Check "))
  }

  @Test func `arrows choose a button whatever has the focus`() {
    log.press("Tab", "Down")
    #expect(focus == "check")
    #expect(log.picture.contains("▸Output of Check "))
    log.press("Up")
    #expect(focus == "build")
    #expect(log.rows.last == "line 40")
  }

  @Test func `h and l are the runs of the output`() {
    log.press("b")
    log.panel.advance(by: .seconds(1))
    log.print((1...20).map { "after \($0)" })
    log.press("Tab", "h")
    #expect(log.rows.first?.contains("run 1") == true)
    #expect(focus == "build")
    log.press("l")
    #expect(log.panel.state.message == "No run begins further down")
  }

  @Test func `Esc gives the focus back after it has ended the search`() {
    log.press("Tab", "/", "3", "Enter", "Esc")
    #expect(log.panel.state.log?.search == nil)
    #expect(log.panel.state.outputHasFocus)
    log.press("Esc")
    #expect(!log.panel.state.outputHasFocus)
  }

  @Test func `letters scroll the output that has the whole screen`() {
    log.press("z", "k")
    #expect(log.panel.state.log?.isFollowing == false)
    #expect(focus == "build")
    log.press("z", "j")
    #expect(focus == "check")
  }

  @Test func `a click gives the focus to its part`() throws {
    try log.panel.click("line 39")
    #expect(log.panel.state.outputHasFocus)
    try log.panel.click("Check")
    #expect(!log.panel.state.outputHasFocus)
    #expect(focus == "check")
  }

  @Test func `the footer says where Tab leads`() {
    log.press("Tab")
    #expect(log.picture.contains("Tab actions"))
    try? log.panel.click("Tab actions")
    #expect(!log.panel.state.outputHasFocus)
    #expect(!log.picture.contains("Tab actions"))
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
      for name in focus { log.press(name) }
      log.press("Home")
      #expect(log.rows.first == "line 1")
      log.press("PgDn")
      let first = log.rows.first
      #expect(first != "line 1")
      log.press("PgDn", "PgUp")
      #expect(log.rows.first == first)
      log.press("End")
      #expect(log.rows.last == "line 40")
    }
    #expect(self.focus == "build")
  }

  @Test func `the keys of the list move in the output that has the focus`() {
    log.press("Tab", "g")
    #expect(log.rows.first == "line 1")
    log.press("Ctrl-D")
    #expect(log.rows.first != "line 1")
    log.press("Ctrl-U")
    #expect(log.rows.first == "line 1")
    log.press("G")
    #expect(log.rows.last == "line 40")
    #expect(focus == "build")
  }

  @Test func `over a list Tab chooses the next row, and Shift-Tab the previous one`() {
    log.press("?", "Down")
    let first = log.panel.picture
    log.press("Tab")
    let second = log.panel.picture
    #expect(second != first)
    log.press("Tab", "Shift-Tab")
    #expect(log.panel.picture == second)
    log.press("Shift-Tab")
    #expect(log.panel.picture == first)
    #expect(!log.panel.state.outputHasFocus)
  }

  private static func many(_ count: Int) -> String {
    (1...count).map { "  a\($0): { run: echo }" }.joined(separator: "\n")
  }
}
