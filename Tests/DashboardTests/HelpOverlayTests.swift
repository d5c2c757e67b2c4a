import TerminalUI
import Testing

@testable import Dashboard

@Suite struct HelpOverlayTests {
  private func rows(_ width: Int, _ height: Int = 30) -> [Substring] {
    picture(of: HelpOverlay(keys: .standard, offset: 0, glyphs: .unicode), width, height).text
      .split(separator: "\n", omittingEmptySubsequences: true)
  }

  @Test func `every binding has a row`() {
    let text = rows(100).joined(separator: "\n")
    for binding in Dashboard.KeyMap.standard.bindings {
      #expect(text.contains(binding.description))
      for key in binding.keys { #expect(text.contains(key.name)) }
    }
  }

  @Test func `with less room each binding has one key, then one word`() {
    #expect(rows(72)[1].contains("│ Enter      Press the chosen action; if it runs, ask to cancel it │"))
    #expect(rows(40)[1].contains("│ Enter      press      │"))
  }

  @Test func `a person's keys are shown, and which command has none`() {
    let keys = Dashboard.KeyMap.standard.rebinding([
      .press: [.function(2)], .next: [.character("j"), .down], .previous: [],
    ])
    let text = picture(of: HelpOverlay(keys: keys, offset: 0, glyphs: .ascii), 20, 8).text
    #expect(
      text == """
        +- Keys -----------+
        | F2      press    |
        | j       next     |
        | no key  previous |
        | a       activit~ |
        | x       dismiss  |
        | v 11 more        |
        +------------------+
        """)
  }

  @Test func `a low help counts what is hidden`() {
    #expect(
      rows(30, 6) == [
        "  ╭─ Keys ────────────────╮", "  │ Enter      press      │", "  │ Tab        next       │",
        "  │ Shift-Tab  previous   │", "  │ ↓ 13 more             │", "  ╰───────────────────────╯",
      ])
  }
}
