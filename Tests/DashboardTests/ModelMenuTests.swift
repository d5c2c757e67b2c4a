import Boundary
import LoopbackBox
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelMenuTests {
  private static let chain = """
      build: { key: b, title: Build, simulate: { duration: 2s } }
      test: { key: t, title: Test, simulate: { duration: 1s }, enabled-if: build.succeeded }
    """

  private func chosen(_ panel: VirtualPanel) -> HelpRow.ID? {
    guard let menu = panel.state.overlay as? Dashboard.Menu else { return nil }
    let rows = HelpRow.rows(panel.state, menu)
    return rows.indices.contains(menu.focus) ? rows[menu.focus].id : nil
  }

  @Test func `the help is a menu, in which Enter at once starts nothing`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("?")
    #expect(chosen(panel) == .command(.details))
    panel.press("Enter")
    #expect(panel.state.mode.front == nil)
    #expect(panel.state.focusedButton?.id == "build")
    panel.press("?", "Up", "Enter", "b")
    #expect(panel.button("build")?.phase == .running)
  }

  @Test(arguments: ["Esc", "?"])
  func `the help closes`(key: String) throws {
    let panel = try VirtualPanel(Self.chain)
    let picture = panel.picture
    panel.press("?", "Down", key)
    #expect(panel.picture == picture)
  }

  @Test func `every row can be reached and headings are skipped`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("?")
    var seen: [HelpRow.ID] = []
    for _ in 0..<(HelpRow.all(panel.state).filter(\.isChoice).count) {
      if let id = chosen(panel) { seen.append(id) }
      panel.press("Down")
    }
    #expect(chosen(panel) == .command(.details))
    for command in Dashboard.Command.allCases { #expect(seen.contains(.command(command)), "\(command)") }
    #expect(seen.suffix(3) == [.button("build"), .button("test"), .command(.press)])
    panel.press("End")
    #expect(chosen(panel) == .button("test"))
    panel.press("Home")
    #expect(chosen(panel) == .command(.press))
    panel.press("PgDn", "End")
    #expect(chosen(panel) == .button("test"))
    panel.press("PgUp", "PgUp", "PgUp", "PgUp")
    #expect(chosen(panel) == .command(.press))
  }

  @Test func `a button that is chosen in the help has the focus and does not start`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("?", "End", "Up", "Enter")
    #expect(panel.state.mode.front == nil)
    #expect(panel.button("build")?.phase == .idle)
    panel.press("?", "End", "Enter")
    #expect(panel.state.focusedButton?.id == "test")
    panel.press("Enter")
    #expect(panel.picture.contains("To unlock it: 1 press"), "\(panel.picture)")
  }

  @Test func `a command without an effect shows a message and keeps the help open`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("?", "d", "i", "s", "m", "Enter")
    #expect(panel.state.message == "dismiss: nothing to do now")
    #expect(chosen(panel) == .command(.dismissError))
  }

  @Test func `typing filters the help and starts nothing`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("?", "b", "u", "i")
    #expect(chosen(panel) == .button("build"))
    #expect(panel.picture.contains("─ Keys: bui_ ─"))
    #expect(panel.button("build")?.phase == .idle)
    panel.press("q", "q")
    #expect(panel.picture.contains("Nothing matches"))
    panel.press("Enter", "Backspace", "Backspace")
    #expect(chosen(panel) == .button("build"))
    panel.press("Esc")
    #expect(panel.picture.contains("─ Keys ─"))
    panel.press("Esc")
    #expect(panel.state.mode.front == nil)
    panel.press("?", "z", "Ctrl-C")
    #expect(panel.state.mode.front == nil)
  }

  @Test func `F finds any of many actions in three keys`() throws {
    let words = ["Build", "Test", "Deploy", "Lint", "Clean", "Pack"]
    let actions = (0..<300).map { number in
      "  a\(number): { title: '\(words[number % 6]) part \(number)', tags: [t\(number)], group: G\(number % 9), simulate: { duration: 1s } }"
    }
    let panel = try VirtualPanel(actions.joined(separator: "\n"))
    #expect(panel.picture.contains("f find"))
    panel.press("f")
    panel.model.handle(.paste("271"))
    panel.press("Enter")
    #expect(panel.state.focusedButton?.id == "a271")
    #expect(panel.picture.contains("part 271"))
    #expect(panel.button("a271")?.phase == .idle)
    panel.press("Enter", "Esc", "f")
    panel.model.handle(.paste(":running"))
    #expect(panel.state.focusedButton?.id == "a271")
    panel.press("Esc", "f")
    panel.model.handle(.paste("#t14"))
    panel.press("Enter")
    #expect(panel.state.focusedButton?.id == "a14")
  }

  @Test func `a colon finds commands too`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press(":", "z", "o", "o", "Enter")
    #expect(panel.state.isZoomed)
    panel.press(":", "t", "e", "s", "t", "Enter")
    #expect(panel.state.focusedButton?.id == "test")
    #expect(panel.state.mode.front == nil)
  }

  @Test func `the help is updated while it is open`() throws {
    let panel = try VirtualPanel(Self.chain, size: Size(width: 80, height: 72))
    panel.press("?")
    #expect(panel.picture.contains("Test: needs Build"))
    panel.press("Esc", "b", "?")
    #expect(panel.picture.contains("Build: running"))
    panel.advance(by: .seconds(3))
    #expect(!panel.picture.contains("Build: running"))
    #expect(!panel.picture.contains("Test: needs"))
  }

  @Test func `an action that was out of view is found with its neighbours`() throws {
    let actions = (0..<100).map { "  a\($0): { simulate: { duration: 1s } }" }.joined(separator: "\n")
    let panel = try VirtualPanel(actions)
    panel.press(":", "a", "5", "0", "Enter")
    #expect(panel.picture.contains("▸ a50 "))
    for neighbour in 48...52 { #expect(panel.picture.contains(" a\(neighbour) ")) }
    let before = panel.picture
    panel.press(":", "a", "5", "1", "Enter")
    #expect(
      panel.state.scroll == 50 - Dashboard.Layout(panel.state, size: panel.model.size).buttons.height / 2)
    #expect(panel.picture.contains("▸ a51 ") && before.contains(" a51 "))
  }

  @Test(arguments: [20, 30, 40]) func `what is typed is in view in a narrow window, too`(width: Int) throws {
    let panel = try VirtualPanel(Self.chain, size: Size(width: width, height: 10))
    panel.press(":")
    panel.model.handle(.paste("zoom"))
    panel.scheduler.advance()
    #expect(panel.picture.contains("zoom_"))
    panel.model.handle(.paste(" and something that is too long for this window"))
    panel.scheduler.advance()
    #expect(panel.picture.contains("window_"))
  }
}
