import TerminalUI

/// A question over the board.
struct DialogOverlay: Widget {
  var question: Dashboard.Question
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    Dialog(
      title: question.title, text: question.text,
      choices: question.answers.map { .init(key: String($0.key), title: $0.title) },
      focus: question.focus, glyphs: glyphs
    )
    .render(into: &frame, area: area)
  }
}
