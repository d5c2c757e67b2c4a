import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15)), .bothBoxes) struct ModelMenuTests {
  private static let chain = """
      build: { key: b, title: Build, simulate: { duration: 2s } }
      test: { key: t, title: Test, simulate: { duration: 1s }, enabled-if: build.succeeded }
    """

  private func chosen(_ panel: VirtualPanel) -> HelpRow.ID? {
    guard case .help(let menu) = panel.state.overlay else { return nil }
    return HelpRow.all(panel.state)[menu.focus].id
  }

  @Test func `the help is a menu`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("?")
    #expect(chosen(panel) == .command(.press))
    panel.press("Down", "Enter")
    #expect(panel.state.overlay == nil)
    #expect(panel.state.focusedButton?.id == "test")
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
    #expect(chosen(panel) == .command(.press))
    for command in Dashboard.Command.allCases { #expect(seen.contains(.command(command)), "\(command)") }
    #expect(seen.suffix(2) == [.button("build"), .button("test")])
    panel.press("Up")
    #expect(chosen(panel) == .button("test"))
    panel.press("Home")
    #expect(chosen(panel) == .command(.press))
    panel.press("PgDn", "End")
    #expect(chosen(panel) == .button("test"))
    panel.press("PgUp", "PgUp", "PgUp")
    #expect(chosen(panel) == .command(.press))
  }

  @Test func `a button can be pressed from the help`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("?", "Up", "Up", "Enter")
    #expect(panel.button("build")?.phase == .running)
    panel.press("?", "Up", "Enter")
    #expect(panel.state.message == "Test: needs Build succeeded")
    #expect(panel.state.focusedButton?.id == "test")
  }

  @Test func `a command without an effect shows a message and keeps the help open`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("?", "x")
    #expect(panel.state.message == "dismiss: nothing to do now")
    #expect(chosen(panel) == .command(.press))
  }

  @Test(.onlyInPlace) func `the keys that the help lists work while it is open`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("?", "b")
    #expect(panel.state.overlay == nil)
    #expect(panel.button("build")?.phase == .running)
    panel.press("?", "a")
    #expect(panel.state.activityFocus == 0)
    panel.press("?", "q")
    #expect(panel.picture.contains("Build will be cancelled."))
  }

  @Test func `the help is updated while it is open`() throws {
    let panel = try VirtualPanel(Self.chain, size: Size(width: 80, height: 50))
    panel.press("?")
    #expect(panel.picture.contains("Test: needs Build succeeded"))
    panel.press("Esc", "b", "?")
    #expect(panel.picture.contains("Build: running"))
    panel.advance(by: .seconds(3))
    #expect(!panel.picture.contains("Build: running"))
    #expect(!panel.picture.contains("Test: needs"))
  }
}
