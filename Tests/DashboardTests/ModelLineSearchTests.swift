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
  private let log: PanelWithLog

  init() throws {
    log = try PanelWithLog()
    log.print((1...40).map { "line \($0)" })
    log.print("a warning: careful", "fine", "another Warning", to: "check")
  }

  private var search: Dashboard.LineSearch? {
    log.panel.state.overlay as? Dashboard.LineSearch
  }

  private func type(_ text: String) {
    log.press("F")
    for character in text { log.press(character == " " ? "Space" : String(character)) }
  }

  @Test func `lines of every output are found while somebody types`() throws {
    type("line 1")
    try expectEqual(#require(search).result.count, 11)
    log.press("9")
    let found = try #require(search)
    #expect(found.result.lines.map(\.action) == ["build"])
    #expect(found.result.lines.map(\.text) == ["line 19"])
    #expect(log.panel.picture.contains("Find in all outputs: line 19_ · 1 line"))
    log.press("Ctrl-U")
    for key in ["w", "a", "r", "n"] { log.press(key) }
    #expect(search?.result.lines.map(\.text) == ["a warning: careful", "another Warning"])
    #expect(log.panel.picture.contains("▸ Check  a warning: careful"))
  }

  @Test func `somebody who types faster than the box answers sees the last answer`() {
    log.press("F")
    for character in "line 19" { log.panel.model.handle(.key(.character(character))) }
    #expect(search?.answered == "")
    log.panel.scheduler.advance()
    #expect(search?.answered == "line 19")
    #expect(search?.result.lines.map(\.text) == ["line 19"])
  }

  @Test func `a box that was closed and opened again shows no answer to the text before`() {
    log.press("F")
    log.panel.model.handle(.key(.character("l")))
    log.panel.model.handle(.key(.escape))
    log.panel.model.handle(.key(.character("F")))
    log.panel.scheduler.advance()
    #expect(search == Dashboard.LineSearch())
    log.press("w")
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
    log.press("Down", "Enter")
    #expect(log.panel.state.mode.front == nil)
    #expect(log.panel.state.focusedButton?.id == "check")
    #expect(log.panel.state.log?.search == Dashboard.LogSearch("warn", count: 2, current: 2))
    log.press("n")
    #expect(log.panel.state.log?.search?.current == 1)
  }

  @Test func `a line above the view is scrolled to`() {
    type("line 7")
    log.press("Enter")
    #expect(log.rows.contains("line 7"))
    #expect(log.panel.state.log?.isFollowing == false)
  }

  @Test func `a line above the view of another output is scrolled to, whatever was filtered there`() {
    log.print((1...60).map { "entry \($0)" }, to: "check")
    log.press("Down", "Ctrl-F", "w", "a", "r", "Enter", "Up")
    type("entry 21")
    log.press("Enter")
    #expect(log.rows.contains("entry 21"))
    #expect(log.panel.state.log?.filter == nil)
    #expect(log.panel.state.log?.isFollowing == false)
  }

  @Test func `a regular expression is between slashes`() {
    type("/e.*l$/")
    #expect(search?.result.lines.map(\.text) == ["a warning: careful"])
    log.press("Ctrl-U", "/", "(", "/")
    #expect(log.panel.picture.contains("invalid expression"))
  }

  @Test func `nothing found is said, and Esc closes`() {
    type("zebra")
    #expect(log.panel.picture.contains("No output contains it"))
    log.press("Enter", "Down")
    #expect(search != nil)
    log.press("Esc")
    #expect(log.panel.state.mode.front == nil)
    #expect(log.panel.state.focusedButton?.id == "build")
  }

  @Test func `typed text can be corrected and pasted`() {
    type("wax")
    log.press("Backspace")
    log.panel.model.handle(.paste("rning:\nsecond line"))
    log.panel.scheduler.advance()
    #expect(search?.text == "warning:")
    #expect(search?.result.count == 1)
  }

  @Test func `a click goes to a line, and the wheel moves the choice`() throws {
    type("warn")
    log.panel.mouse(.wheelDown, at: try log.panel.point(of: "a warning"))
    #expect((search?.focus ?? 0) > 0)
    try log.panel.click("a warning")
    #expect(log.panel.state.log?.search?.current == 1)
  }

  @Test func `a line that is no longer kept is said`() {
    type("line 2")
    log.print((1...3_000).map { "more \($0)" })
    log.press("Enter")
    #expect(log.panel.state.message == "The line is no longer kept")
  }

  @Test func `only the newest lines of an action are listed, and all are counted`() throws {
    log.print((1...500).map { "entry \($0)" }, to: "check")
    type("entry")
    let result = try #require(search).result
    #expect(result.count == 500)
    #expect(result.lines.count == 200)
    #expect(result.lines.last?.text == "entry 500")
    #expect(result.lines.first?.text == "entry 301")
  }

  @Test func `a long line is shown around its match`() throws {
    log.print(String(repeating: "é", count: 5_000) + "needle" + String(repeating: "z", count: 5_000))
    type("needle")
    let line = try #require(search?.result.lines.first)
    #expect(line.text.count == 300)
    #expect(line.text.hasPrefix(String(repeating: "é", count: 30) + "needle"))
  }
}
