internal import Boundary
internal import Processes
internal import TerminalUI

extension Dashboard {
  /// The answer to a question of a program while it is typed.
  struct AnswerEntry: Equatable {
    /// What a key leads to.
    enum Outcome: Equatable {
      case none
      /// The entry closes without effect.
      case leave
      /// The entry closes without effect, because the question is not the present one any more.
      case late
      /// The entry closes, and this text is the answer.
      case accept(String)
    }

    /// Why an answer has no effect.
    static let lateness = "it asks something else now"
    /// The most characters of the question that are shown. Its end is kept.
    private static let questionLimit = 40

    /// The name of the action.
    let action: String
    let question: ProgramQuestion
    private var field = TextField()
    /// Whether the question is not the present one any more. The entry stays: what is typed for it, such as
    /// a password, must not be taken for the keys of the panel.
    private var isLate = false

    init(_ question: ProgramQuestion, of action: String) {
      self.question = question
      self.action = action
    }

    /// The prompt to show. It contains nothing of a hidden answer but its length.
    var prompt: Prompt {
      let shown = question.isHidden ? field.masked : field
      var prompt = Prompt(.answer(String(question.words.suffix(Self.questionLimit))), field: shown)
      prompt.mistake = isLate ? Self.lateness : nil
      return prompt
    }

    /// Takes the present question of the action.
    mutating func take(_ present: ProgramQuestion?) { isLate = present != question }

    /// Handles a key.
    mutating func take(_ key: Key) -> Outcome {
      switch key {
      case .enter: return isLate ? .late : .accept(field.text)
      case .escape: return .leave
      default: _ = field.take(key)
      }
      return .none
    }

    /// Inserts pasted text.
    mutating func paste(_ text: String) { field.insert(text) }
  }
}
