import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct QuestionDialogTests {
  @Test func `a question shows its answers and marks the focused one`() {
    let question = Dashboard.Question(
      title: "Quit?", text: "build is still running.",
      answers: [.init(key: .character("y"), title: "Quit"), .init(key: .character("n"), title: "Stay")],
      focus: 1)
    #expect(
      picture(of: Dialog(question, glyphs: .ascii), 31, 6).text == """
          +- Quit? -----------------+
          | build is still running. |
          |                         |
          |   y Quit   > n Stay     |
          +-------------------------+

        """)
  }

  @Test func `an answer that is not available is dim and shows the reason`() {
    let question = Dashboard.Question(
      title: "Deploy", text: "To production?",
      answers: [
        .init(key: .character("y"), title: "Yes", hindrance: "needs build.succeeded"),
        .init(key: .character("n"), title: "No"),
      ], focus: 1)
    let frame = picture(of: Dialog(question, glyphs: .unicode), 38, 6)
    #expect(
      frame.text == """
         ╭─ Deploy ────────────────────────╮
         │ To production?                  │
         │                                 │
         │   y Yes   needs build.succeeded │
         │ ▸ n No                          │
         ╰─────────────────────────────────╯
        """)
    #expect(
      frame.styles(legend: [.dim: "d", .accent: "a", .strong: "S", .highlight: "H", .key: "K"]) == """
        daaSSSSSSSSaaaaaaaaaaaaaaaaaaaaaaaaadd
        da                                 add
        da                                 add
        da ddddddddddddddddddddddddddddddd add
        da HHHHHHH                         add
        daaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaadd
        """)
  }

  @Test func `an answer without a key is given with the arrows and Enter`() {
    let question = Dashboard.Question(
      title: "Deploy", text: "Where?",
      answers: [.init(key: nil, title: "Staging"), .init(key: .function(2), title: "Elsewhere")])
    #expect(
      picture(of: Dialog(question, glyphs: .unicode), 38, 5).text == """
           ╭─ Deploy ────────────────────╮
           │ Where?                      │
           │                             │
           │ ▸ Staging     F2 Elsewhere  │
           ╰─────────────────────────────╯
        """)
  }
}
