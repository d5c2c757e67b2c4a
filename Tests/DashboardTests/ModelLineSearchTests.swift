import Boundary
import LoopbackBox
import Programs
import SignalboxTesting
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

/// The search in the outputs of all actions.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelLineSearchTests {
  private let desk: LogDesk

  init() throws {
    desk = try LogDesk()
    desk.print((1...40).map { "line \($0)" })
    desk.print("a warning: careful", "fine", "another Warning", to: "check")
  }

  private var search: Dashboard.LineSearch? {
    desk.panel.state.overlay as? Dashboard.LineSearch
  }

  private func type(_ text: String) {
    desk.press("F")
    for character in text { desk.press(character == " " ? "Space" : String(character)) }
  }

  @Test func `lines of every output are found while somebody types`() throws {
    type("line 1")
    try expectEqual(#require(search).result.count, 11)
    desk.press("9")
    let found = try #require(search)
    #expect(found.result.lines.map(\.action) == ["build"])
    #expect(found.result.lines.map(\.text) == ["line 19"])
    #expect(desk.panel.picture.contains("Find in all outputs: line 19_ · 1 line"))
    desk.press("Ctrl-U")
    for key in ["w", "a", "r", "n"] { desk.press(key) }
    #expect(search?.result.lines.map(\.text) == ["a warning: careful", "another Warning"])
    #expect(desk.panel.picture.contains("▸ Check  a warning: careful"))
  }

  @Test func `somebody who types faster than the box answers sees the last answer`() {
    desk.press("F")
    for character in "line 19" { desk.panel.model.handle(.key(.character(character))) }
    #expect(search?.answered == "")
    desk.panel.scheduler.advance()
    #expect(search?.answered == "line 19")
    #expect(search?.result.lines.map(\.text) == ["line 19"])
  }

  @Test func `a box that was closed and opened again shows no answer to the text before`() {
    desk.press("F")
    desk.panel.model.handle(.key(.character("l")))
    desk.panel.model.handle(.key(.escape))
    desk.panel.model.handle(.key(.character("F")))
    desk.panel.scheduler.advance()
    #expect(search == Dashboard.LineSearch())
    desk.press("w")
    #expect(search?.result.count == 2)
  }

  @Test func `a search that takes too long ends`() {
    var ring = OutputRing()
    ring.append(OutputLine("one"))
    let late = OutputSearch("one", in: [("build", ring)], until: .now - .seconds(1))
    #expect(late.isUnfinished && late.count == 0)
    #expect(!OutputSearch("one", in: [("build", ring)], until: .now + .seconds(60)).isUnfinished)
  }

  @Test func `Enter goes to the line in the output of its action`() {
    type("warn")
    desk.press("Down", "Enter")
    #expect(desk.panel.state.mode.front == nil)
    #expect(desk.panel.state.focusedButton?.id == "check")
    #expect(desk.panel.state.log?.search == Dashboard.LogSearch("warn", count: 2, current: 2))
    desk.press("n")
    #expect(desk.panel.state.log?.search?.current == 1)
  }

  @Test func `a line above the view is scrolled to`() {
    type("line 7")
    desk.press("Enter")
    #expect(desk.rows.contains("line 7"))
    #expect(desk.panel.state.log?.isFollowing == false)
  }

  @Test func `a line above the view of another output is scrolled to, whatever was filtered there`() {
    desk.print((1...60).map { "entry \($0)" }, to: "check")
    desk.press("Down", "Ctrl-F", "w", "a", "r", "Enter", "Up")
    type("entry 21")
    desk.press("Enter")
    #expect(desk.rows.contains("entry 21"))
    #expect(desk.panel.state.log?.filter == nil)
    #expect(desk.panel.state.log?.isFollowing == false)
  }

  @Test func `a regular expression is between slashes`() {
    type("/e.*l$/")
    #expect(search?.result.lines.map(\.text) == ["a warning: careful"])
    desk.press("Ctrl-U", "/", "(", "/")
    #expect(desk.panel.picture.contains("invalid expression"))
  }

  @Test func `nothing found is said, and Esc closes`() {
    type("zebra")
    #expect(desk.panel.picture.contains("No output contains it"))
    desk.press("Enter", "Down")
    #expect(search != nil)
    desk.press("Esc")
    #expect(desk.panel.state.mode.front == nil)
    #expect(desk.panel.state.focusedButton?.id == "build")
  }

  @Test func `typed text can be corrected and pasted`() {
    type("wax")
    desk.press("Backspace")
    desk.panel.model.handle(.paste("rning:\nsecond line"))
    desk.panel.scheduler.advance()
    #expect(search?.text == "warning:")
    #expect(search?.result.count == 1)
  }

  @Test func `a click goes to a line, and the wheel moves the choice`() throws {
    type("warn")
    desk.panel.mouse(.wheelDown, at: try desk.panel.point(of: "a warning"))
    #expect((search?.focus ?? 0) > 0)
    try desk.panel.click("a warning")
    #expect(desk.panel.state.log?.search?.current == 1)
  }

  @Test func `a line that is no longer kept is said`() {
    type("line 2")
    desk.print((1...3_000).map { "more \($0)" })
    desk.press("Enter")
    #expect(desk.panel.state.message == "The line is no longer kept")
  }

  @Test func `only the newest lines of an action are listed, and all are counted`() throws {
    desk.print((1...500).map { "entry \($0)" }, to: "check")
    type("entry")
    let result = try #require(search).result
    #expect(result.count == 500)
    #expect(result.lines.count == 200)
    #expect(result.lines.last?.text == "entry 500")
    #expect(result.lines.first?.text == "entry 301")
  }

  @Test func `a long line is shown around its match`() throws {
    desk.print(String(repeating: "é", count: 5_000) + "needle" + String(repeating: "z", count: 5_000))
    type("needle")
    let line = try #require(search?.result.lines.first)
    #expect(line.text.count == 300)
    #expect(line.text.hasPrefix(String(repeating: "é", count: 30) + "needle"))
  }
}
