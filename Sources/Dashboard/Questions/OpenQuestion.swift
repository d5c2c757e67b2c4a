internal import Boundary
internal import TerminalUI

extension Dashboard {
  /// The question that is open, and its focused answer.
  struct OpenQuestion: Equatable {
    /// What follows when an answer is given.
    enum Outcome: Equatable {
      /// The question closes, and the effect takes place.
      case close(Inquiry.Effect?)
      /// The answer is not available now. The question stays open.
      case unavailable(String)
    }

    let subject: Subject
    private var focus: Int

    /// Nil if the subject does not exist.
    init?(_ subject: Subject, in situation: Situation, glyphs: GlyphSet) {
      guard let inquiry = Inquiry(subject, in: situation, glyphs: glyphs) else { return nil }
      self.subject = subject
      focus = inquiry.firstFocus
    }

    /// What the question says now; nil if its subject no longer exists.
    func question(in situation: Situation, glyphs: GlyphSet) -> Question? {
      var question = Inquiry(subject, in: situation, glyphs: glyphs)?.question(focus: focus)
      question?.isAboutQuitting = subject == .quitting || subject == .detaching
      return question
    }

    mutating func moveFocus(by step: Int, among count: Int) {
      if count > 0 { focus = (focus + step + count) % count }
    }

    func answer(_ index: Int, in situation: Situation, glyphs: GlyphSet) -> Outcome {
      guard let options = Inquiry(subject, in: situation, glyphs: glyphs)?.options,
        options.indices.contains(index)
      else { return .close(nil) }
      let option = options[index]
      if let hindrance = option.answer.hindrance {
        return .unavailable("\(option.answer.title): \(hindrance)")
      }
      return .close(option.effect)
    }
  }
}
