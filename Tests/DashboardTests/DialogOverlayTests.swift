import TerminalUI
import Testing

@testable import Dashboard

@Suite struct DialogOverlayTests {
  @Test func `a question shows its answers, the focused one marked`() {
    let question = Dashboard.Question(
      title: "Quit?", text: "build is still running.",
      answers: [.init(key: "y", title: "Quit"), .init(key: "n", title: "Stay")], focus: 1)
    #expect(
      picture(of: DialogOverlay(question: question, glyphs: .ascii), 31, 6).text == """
          +- Quit? -----------------+
          | build is still running. |
          |                         |
          |   y Quit   > n Stay     |
          +-------------------------+

        """)
  }
}
