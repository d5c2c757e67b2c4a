internal import TerminalUI

extension Dashboard {
  /// The current text of a question, its answers, and their effects.
  struct Inquiry: Equatable, Sendable {
    /// An answer and its effect; nil for no effect.
    struct Option: Equatable, Sendable {
      var answer: Answer
      var effect: Effect?

      init(_ key: Key?, _ title: String, hindrance: String? = nil, effect: Effect? = nil) {
        answer = Answer(key: key, title: title, hindrance: hindrance)
        self.effect = effect
      }
    }

    var title: String
    var text: String
    var options: [Option]
    /// The answer that is focused at first: the one without an effect.
    var firstFocus = 0
    /// False if only an answer closes it.
    var isClosable = true
    /// True if quitting now kills no process, because the processes that are still running cannot be killed
    /// from here.
    var leavesOthersAlone = false
  }
}
