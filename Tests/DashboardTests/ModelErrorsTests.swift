import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelErrorsTests {
  private let panel: VirtualPanel

  init() throws {
    panel = try VirtualPanel(
      """
        a: { key: A, title: Alpha, simulate: { duration: 1s, fail-every: 1, failure: no }, error: { reset: 60s } }
        b: { key: b, title: Beta, simulate: { duration: 1s, fail-every: 1, failure: never }, error: { priority: high } }
        c: { key: c, title: Gamma, simulate: { duration: 1s, fail-every: 1, failure: perhaps }, error: { priority: low } }
      """)
    panel.press("e")
    #expect(panel.state.message == "There is no error")
    panel.press("A", "b", "c")
    panel.advance(by: .seconds(1))
  }

  @Test func `E lists who has failed, what happened, since when and the time left`() {
    panel.press("e")
    let rows = panel.picture.split(separator: "\n")
      .filter { $0.hasPrefix("│ │ ") && $0.contains("since 14:") }
    #expect(rows.count == 3)
    #expect(rows[0].contains("▸ ✗ Beta: never "))
    #expect(rows[0].contains(" high · since 14:00:01 "))
    #expect(rows[1].contains("  ✗ Alpha: no "))
    #expect(rows[1].contains(" since 14:00:01 · resets in 1m 00s "))
    #expect(rows[2].contains("  ✗ Gamma: perhaps "))
    #expect(panel.picture.contains("─ 3 errors ─"))
  }

  @Test func `Enter goes to the action`() {
    panel.press("e", "Down", "Down", "Enter")
    #expect(panel.state.mode.front == nil)
    #expect(panel.state.focusedButton?.id == "c")
    panel.press("e", "Up", "Up", "Enter")
    #expect(panel.state.focusedButton?.id == "a")
  }

  @Test func `X dismisses the chosen error, and Shift-X all`() {
    panel.press("e", "Down", "x")
    #expect(panel.state.errors.map(\.source) == ["Beta", "Gamma"])
    #expect(panel.picture.contains("▸ ✗ Beta: never "))
    panel.press("X")
    #expect(panel.state.errors.isEmpty)
    #expect(panel.state.mode.front == nil)
  }

  @Test(arguments: ["e", "Esc"]) func `the list closes without effect`(key: String) {
    panel.press("e", key)
    #expect(panel.state.mode.front == nil)
    #expect(panel.state.errors.count == 3)
  }

  @Test func `a click on the error opens the list, and one on a row goes to the action`() throws {
    try panel.click("✗ Beta: never")
    #expect(panel.picture.contains("─ 3 errors ─"))
    try panel.click("✗ Gamma: perhaps")
    #expect(panel.state.focusedButton?.id == "c")
  }

  @Test func `a read-only panel shows the errors and dismisses none`() throws {
    let other = try VirtualPanel(
      "  a: { key: A, simulate: { duration: 1s, fail-every: 1 } }", isReadOnly: true)
    other.startElsewhere("a")
    other.advance(by: .seconds(1))
    other.press("e", "x", "X")
    #expect(other.state.errors.count == 1)
    #expect(other.state.message == "read-only: nothing is started, cancelled or dismissed here")
  }

  @Test func `Shift-X dismisses all errors without the list, too`() {
    panel.press("X")
    #expect(panel.state.errors.isEmpty)
    panel.press("X")
    #expect(panel.state.message == "There is no error to dismiss")
  }

  @Test func `the last row names the key for all errors only if there are several`() {
    panel.press("e")
    #expect(panel.picture.contains("x dismiss  X dismiss all"))
    panel.press("x", "x")
    #expect(panel.picture.contains("─ 1 error ─"))
    #expect(!panel.picture.contains("X dismiss all"))
  }

  @Test func `a button has the key X, which dismisses all errors in their list only`() throws {
    let other = try VirtualPanel(
      """
        a: { key: X, simulate: { duration: 1s, fail-every: 1 } }
        b: { key: b, simulate: { duration: 1s, fail-every: 1 } }
      """)
    other.press("X", "b")
    #expect(other.button("a")?.phase == .running)
    other.advance(by: .seconds(2))
    #expect(other.state.errors.count == 2)
    other.press("e", "X")
    #expect(other.state.errors.isEmpty)
    #expect(other.button("a")?.phase == .failed)
  }
}
