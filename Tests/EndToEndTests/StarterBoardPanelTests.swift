import PseudoTerminal
import TestSupport
import Testing

/// The board that `signalbox init` writes, pressed through as its comments say.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct StarterBoardPanelTests {
  @Test func `what its comments promise happens`() throws {
    let sandbox = try Sandbox()
    let writing = try sandbox.script("'\(Sandbox.program)' init")
    try expectEqual(writing.waitForEnd(), .exited(0))
    let panel = try sandbox.panel(environment: ["USER": "tester"])
    try panel.waitFor("Say hello")
    // "choose it with the arrows and press Enter"
    panel.send("\u{1B}OB\r")
    try panel.waitFor("[1/10]")
    // "refused until the counting has succeeded: r says what it needs"
    panel.send("r")
    try panel.waitFor("needs Count to ten")
    #expect(row("Report the count", of: panel)?.contains("✓ succeeded") == false)
    // "press s"
    panel.send("s")
    try panel.waitFor("Hello, tester")
    // "runs by itself"
    try panel.waitUntil("the free space") { _ in row("Free space", of: panel)?.contains("✓ succeeded") == true
    }
    try panel.waitUntil("the end of the counting") { _ in
      row("Count to ten", of: panel)?.contains("✓ succeeded") == true
    }
    panel.send("r")
    try panel.waitUntil("the report") { _ in
      row("Report the count", of: panel)?.contains("✓ succeeded") == true
    }
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
  }

  /// The row of an action.
  private func row(_ title: String, of panel: PseudoTerminal) -> Substring? {
    panel.screen.text.split(separator: "\n").first { $0.contains("  \(title) ") }
  }
}
