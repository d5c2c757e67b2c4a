import TerminalUI

extension Dialog {
  /// Creates the dialog of a question.
  init(_ question: Dashboard.Question, glyphs: GlyphSet) {
    self.init(
      title: question.title, text: question.text,
      choices: question.answers.map {
        Choice(key: $0.key?.name ?? "", title: $0.title, hindrance: $0.hindrance)
      },
      focus: question.isClosable ? question.focus : nil, glyphs: glyphs)
  }
}
