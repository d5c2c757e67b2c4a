import Boundary
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelSelectionTests {
  private let log: PanelWithLog

  init() throws {
    log = try PanelWithLog()
    log.print((1...40).map { "line \($0)" })
  }

  @Test func `without a selection the lines in view are copied`() {
    log.press("y")
    #expect(log.copied == ["line 37\nline 38\nline 39\nline 40"])
  }

  @Test func `arrows and page keys extend the selection`() {
    log.press("Ctrl-V")
    #expect(log.picture.contains("1 selected"))
    #expect(log.picture.contains("▸ line 40"))
    #expect(log.picture.contains("Enter copy  Esc leave  Up Down extend"))
    log.press("Up", "Up")
    log.print("line 41")
    #expect(log.rows.last == "line 40")
    log.press("PgUp")
    #expect(log.picture.contains("▸ line 35"))
    #expect(log.picture.contains("6 selected"))
    log.press("Down", "y")
    #expect(log.copied == [(36...40).map { "line \($0)" }.joined(separator: "\n")])
    #expect(log.panel.state.log?.selectedCount == nil)
  }

  @Test func `the selection can begin at its moving end again`() {
    log.press("Ctrl-V", "PgUp", "Ctrl-V", "Up", "Enter")
    #expect(log.copied == ["line 36\nline 37"])
    log.press("Ctrl-V", "Home")
    #expect(log.panel.state.log?.selectedCount ?? 0 > 30)
    log.press("Esc")
    #expect(log.panel.state.log?.selectedCount == nil)
    #expect(log.rows.first == "line 1")
  }

  @Test func `the selection begins at the current match`() {
    log.press("/")
    log.type("line 38")
    log.press("Enter", "Ctrl-V", "y")
    #expect(log.copied == ["line 38"])
  }

  @Test func `the selection does not begin at a line that replaced the current match`() throws {
    let log = try PanelWithLog()
    log.print(["error"] + (1..<2_000).map { "line \($0)" })
    log.press("Home", "/")
    log.type("error")
    log.press("Enter")
    log.print("one more")
    log.press("Home", "Ctrl-V", "y")
    #expect(!log.copied.isEmpty && log.copied == log.rows.suffix(1))
  }

  @Test func `wrapped and truncated lines are copied whole, and times only if shown`() throws {
    let log = try PanelWithLog(width: 30, height: 17)
    let long = "begin " + String(repeating: "信号 ", count: 30) + "end"
    log.print(long)
    log.press("y", "Ctrl-W", "y", "Ctrl-T", "y")
    #expect(log.copied == [long, long, "14:00:00 " + long])
  }

  @Test func `filtered lines are not copied`() {
    log.press("Ctrl-F")
    log.type("5")
    log.press("Enter", "Ctrl-V", "Home", "y")
    #expect(log.copied == ["line 5\nline 15\nline 25\nline 35"])
  }

  @Test func `an empty log cannot be copied`() throws {
    let log = try PanelWithLog()
    log.press("Ctrl-V", "y")
    #expect(log.copied == [])
    #expect(log.message == "There is nothing to copy")
  }

  @Test func `other keys keep their meaning`() {
    log.press("Ctrl-V", "b")
    #expect(log.panel.button("build")?.phase == .running)
    log.press("j")
    #expect(log.panel.state.log?.title == "Check")
    #expect(log.panel.state.log?.selectedCount == nil)
  }
}
