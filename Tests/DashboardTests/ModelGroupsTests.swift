import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelGroupsTests {
  private let panel: VirtualPanel

  init() throws {
    panel = try VirtualPanel(
      """
        build: { key: b, title: Build, simulate: { duration: 2s } }
        dump: { key: d, title: Dump, group: Database, tags: [slow], simulate: { duration: 2s } }
        load: { key: o, title: Load, group: Database, simulate: { duration: 1s, fail-every: 1 } }
      """, size: Size(width: 50, height: 12))
  }

  private var list: String {
    panel.picture.split(separator: "\n").dropFirst(2).prefix {
      !$0.contains("Output") && !$0.contains("✗ Load:")
    }
    .map { $0.drop { $0 == "│" }.prefix(38) }
    .map { String($0.reversed().drop { $0 == " " || $0 == "│" }.reversed()) }.joined(separator: "\n")
  }

  @Test func `a group has a heading that folds and counts what it hides`() {
    #expect(list == "▸ b  Build  ○ idle\n▾ Database\n  d  Dump   ○ idle\n  o  Load   ○ idle")
    panel.press("o")
    panel.advance(by: .seconds(2))
    panel.press("Left")
    #expect(list == "  b  Build  ○ idle\n▸ Database  2 actions · 1 failed")
    panel.press("Right")
    #expect(panel.state.focusedButton?.id == "load")
    #expect(list.contains("▸ o  Load   ✗ failed      1.0 s"))
  }

  @Test func `Enter on a folded group shows its actions and starts nothing`() {
    panel.press("Down", "h", "Enter")
    #expect(panel.state.foldedGroups.isEmpty)
    #expect(Set(panel.state.buttons.map(\.phase)) == [.idle])
    panel.press("Enter")
    #expect(panel.button("dump")?.phase == .running)
  }

  @Test func `the key of an action in a folded group unfolds it`() {
    panel.press("Down", "Left", "Up", "o")
    #expect(panel.state.focusedButton?.id == "load")
    #expect(list.contains("▾ Database"))
  }

  @Test func `the list ends at its first and its last row, also around folded groups`() {
    panel.press("Up")
    #expect(panel.state.focusedButton?.id == "build")
    panel.press("G", "Left", "Down", "j")
    #expect(list.contains("▸ Database"))
    panel.press("k")
    #expect(panel.state.focusedButton?.id == "build")
  }

  @Test func `outside groups left and right choose as up and down do`() {
    panel.press("l")
    #expect(panel.state.focusedButton?.id == "dump")
    panel.press("k", "Left")
    #expect(panel.state.focusedButton?.id == "build")
  }

  @Test func `at first the first row has the focus, not the first action of the file`() throws {
    let other = try VirtualPanel(
      "  dump: { group: Database, simulate: { duration: 1s } }\n  build: { simulate: { duration: 1s } }")
    #expect(other.state.focusedButton?.id == "build")
    let grouped = try VirtualPanel("  dump: { group: Database, simulate: { duration: 1s } }")
    #expect(grouped.state.focusedButton?.id == "dump")
  }

  @Test func `a click on a heading folds it`() throws {
    try panel.click("▾ Database")
    #expect(list.contains("▹ Database  2 actions"))
    panel.advance(by: .seconds(1))
    try panel.click("▹ Database")
    #expect(list.contains("Load"))
  }

  @Test func `a key of the board wins over a soft key of the panel`() throws {
    let other = try VirtualPanel(
      "  find: { key: f, simulate: { duration: 1s } }\n  jump: { key: j, simulate: { duration: 1s } }")
    #expect(other.state.message == nil)
    other.press("j", "f")
    #expect(other.state.buttons.map(\.phase) == [.running, .running])
    #expect(other.state.keys.binding(of: .find) == nil)
    #expect(other.state.keys.binding(of: .next)?.keys == [.down])
  }
}
