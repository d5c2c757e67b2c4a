internal import TerminalUI

extension Dashboard {
  /// The current text of a question, its answers, and their effects.
  struct Inquiry: Equatable {
    /// What an answer does.
    enum Effect: Equatable {
      /// Cancels all runs of the action with this name.
      case cancel(String)
      /// Starts an action, whose question is answered with yes.
      case start(Lever)
      /// Restarts an action, whose question is answered with yes.
      case restart(Lever)
      /// Starts an action, after its own question if it has one.
      case choose(Lever)
      case quit
      /// Cancels everything that runs, and quits when it has ended.
      case stop
    }

    /// An answer and its effect; nil for no effect.
    struct Option: Equatable {
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

    func question(focus: Int) -> Question {
      var question = Question(
        title: title, text: text, answers: options.map(\.answer), focus: min(focus, options.count - 1))
      question.isClosable = isClosable
      question.leavesOthersAlone = leavesOthersAlone
      return question
    }
  }
}
