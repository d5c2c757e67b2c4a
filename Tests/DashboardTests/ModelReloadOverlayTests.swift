import Boundary
import LoopbackBox
import Programs
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// The board is replaced while an overlay or the prompt is open.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelReloadOverlayTests {
  private static let build = "  build: { key: b, title: Build, simulate: { duration: 2s } }\n"
  private static let test = "  test: { key: t, title: Test, simulate: { duration: 1s } }\n"
  private static let lint = "  lint: { key: l, title: Lint, simulate: { duration: 1s } }\n"

  private func chosen(_ panel: VirtualPanel) -> HelpRow.ID? {
    guard let menu = panel.state.overlay as? Dashboard.Menu else { return nil }
    return HelpRow.rows(panel.state, menu)[menu.focus].id
  }

  @Test func `the menu keeps its row chosen when that row moves`() throws {
    let panel = try VirtualPanel(Self.build + Self.test)
    panel.press("?", "End")
    #expect(chosen(panel) == .button("test"))
    try panel.reload(Self.lint + Self.build + Self.test)
    #expect(chosen(panel) == .button("test"))
    try panel.reload(Self.test)
    #expect(chosen(panel) == .button("test"))
  }

  @Test func `if the chosen row of the menu is removed, the one in its place is chosen`() throws {
    let panel = try VirtualPanel(Self.build + Self.test)
    panel.press("?", "End", "Up")
    #expect(chosen(panel) == .button("build"))
    try panel.reload(Self.test + Self.lint)
    #expect(chosen(panel) == .button("test"))
    try panel.reload(Self.lint)
    #expect(chosen(panel) == .button("lint"))
  }

  @Test func `the prompt closes when its action is removed`() throws {
    let panel = try VirtualPanel(Self.build + Self.test)
    for id in ["build", "test"] { panel.print([OutputLine("an error")], by: id) }
    panel.press("Down", "/", "e", "r", "Enter", "Up", "/", "a")
    #expect(panel.state.prompt?.field.text == "a")
    try panel.reload(Self.test)
    #expect(panel.state.prompt == nil)
    panel.press("/", "Esc")
    #expect(panel.state.log?.search?.text == "er")
  }

  @Test func `the prompt stays open when its action moves`() throws {
    let panel = try VirtualPanel(Self.build + Self.test)
    panel.print([OutputLine("an error")], by: "test")
    panel.press("Down", "/", "e")
    try panel.reload(Self.test + Self.lint)
    panel.press("r")
    #expect(panel.state.prompt?.field.text == "er")
    #expect(panel.state.log?.search?.text == "er")
  }
}
