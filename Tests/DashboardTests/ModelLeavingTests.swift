import LoopbackBox
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// Keys and mouse while the panel is shutting down.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelLeavingTests {
  private let panel: VirtualPanel

  init() throws {
    panel = try VirtualPanel(
      """
        build: { key: b, title: Build, simulate: { duration: 3s } }
        lint: { key: l, title: Lint, simulate: { duration: 1s } }
      """, isShared: false)
    panel.press("b")
    panel.model.showLeaving()
  }

  @Test func `the mouse starts nothing but can kill`() throws {
    try panel.click("Lint")
    #expect(panel.requests.isEmpty)
    #expect(panel.picture.contains("Build is being cancelled"))
    try panel.click("Kill what is left")
    #expect(panel.requests == [.quit])
  }

  @Test func `the key in the footer kills without a question`() throws {
    try panel.click("q kill")
    #expect(panel.requests == [.quit])
    #expect(panel.picture.contains("Build is being cancelled"))
  }
}
