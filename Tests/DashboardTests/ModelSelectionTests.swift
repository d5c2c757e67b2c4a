import Boundary
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelSelectionTests {
  private let desk: LogDesk

  init() throws {
    desk = try LogDesk()
    desk.print((1...40).map { "line \($0)" })
  }

  @Test func `without a selection the lines in view are copied`() {
    desk.press("y")
    #expect(desk.copied == ["line 37\nline 38\nline 39\nline 40"])
  }

  @Test func `arrows and page keys extend the selection`() {
    desk.press("Ctrl-V")
    #expect(desk.picture.contains("1 selected"))
    #expect(desk.picture.contains("▸ line 40"))
    #expect(desk.picture.contains("Enter copy  Esc leave  Up Down extend"))
    desk.press("Up", "Up")
    desk.print("line 41")
    #expect(desk.rows.last == "line 40")
    desk.press("PgUp")
    #expect(desk.picture.contains("▸ line 35"))
    #expect(desk.picture.contains("6 selected"))
    desk.press("Down", "y")
    #expect(desk.copied == [(36...40).map { "line \($0)" }.joined(separator: "\n")])
    #expect(desk.panel.state.log?.selectedCount == nil)
  }

  @Test func `the selection can begin at its moving end again`() {
    desk.press("Ctrl-V", "PgUp", "Ctrl-V", "Up", "Enter")
    #expect(desk.copied == ["line 36\nline 37"])
    desk.press("Ctrl-V", "Home")
    #expect(desk.panel.state.log?.selectedCount ?? 0 > 30)
    desk.press("Esc")
    #expect(desk.panel.state.log?.selectedCount == nil)
    #expect(desk.rows.first == "line 1")
  }

  @Test func `the selection begins at the current match`() {
    desk.press("/")
    desk.type("line 38")
    desk.press("Enter", "Ctrl-V", "y")
    #expect(desk.copied == ["line 38"])
  }

  @Test func `the selection does not begin at a line that replaced the current match`() throws {
    let desk = try LogDesk()
    desk.print(["error"] + (1..<2_000).map { "line \($0)" })
    desk.press("Home", "/")
    desk.type("error")
    desk.press("Enter")
    desk.print("one more")
    desk.press("Home", "Ctrl-V", "y")
    #expect(!desk.copied.isEmpty && desk.copied == desk.rows.suffix(1))
  }

  @Test func `wrapped and truncated lines are copied whole, and times only if shown`() throws {
    let desk = try LogDesk(width: 30, height: 17)
    let long = "begin " + String(repeating: "信号 ", count: 30) + "end"
    desk.print(long)
    desk.press("y", "Ctrl-W", "y", "Ctrl-T", "y")
    #expect(desk.copied == [long, long, "14:00:00 " + long])
  }

  @Test func `filtered lines are not copied`() {
    desk.press("Ctrl-F")
    desk.type("5")
    desk.press("Enter", "Ctrl-V", "Home", "y")
    #expect(desk.copied == ["line 5\nline 15\nline 25\nline 35"])
  }

  @Test func `an empty log cannot be copied`() throws {
    let desk = try LogDesk()
    desk.press("Ctrl-V", "y")
    #expect(desk.copied == [])
    #expect(desk.message == "There is nothing to copy")
  }

  @Test func `other keys keep their meaning`() {
    desk.press("Ctrl-V", "b")
    #expect(desk.panel.button("build")?.phase == .running)
    desk.press("j")
    #expect(desk.panel.state.log?.title == "Check")
    #expect(desk.panel.state.log?.selectedCount == nil)
  }
}
