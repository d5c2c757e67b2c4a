package import TerminalUI

extension Dashboard {
  /// A box drawn over the board.
  package enum Overlay: Equatable, Sendable {
    /// All running activities.
    case activities
    /// All errors; the chosen one by its identifier.
    case errors(chosen: UInt64)
    /// All commands of the panel and all buttons of the board.
    case help(Menu)
    /// The lines of all outputs that contain a text.
    case lines(LineSearch)
    /// All mistakes of the board file, scrolled to this row.
    case mistakes(offset: Int)
    case question(Question)
    /// The last runs of an action.
    case runs(Runs)
  }

  /// A question to confirm an operation, such as cancelling a run.
  package struct Question: Equatable, Sendable {
    package var title: String
    package var text: String
    /// The possible answers, in the order shown.
    package var answers: [Answer]
    /// The index of the answer that Enter gives.
    package var focus: Int
    /// False if only an answer closes it.
    package var isClosable = true
    /// True if quitting now kills no process, because the processes that are still running cannot be killed
    /// from here.
    package var leavesOthersAlone = false
    /// True if it asks whether to quit, which a second Ctrl-C does.
    package var isAboutQuitting = false

    package init(title: String, text: String, answers: [Answer], focus: Int = 0) {
      self.title = title
      self.text = text
      self.answers = answers
      self.focus = focus
    }
  }

  /// One of the answers to a question.
  package struct Answer: Equatable, Sendable {
    /// The key that gives this answer; nil for none.
    package var key: Key?
    package var title: String
    /// Why the answer is not available now, such as "needs build.succeeded"; nil if it is available.
    package var hindrance: String?

    package init(key: Key?, title: String, hindrance: String? = nil) {
      self.key = key
      self.title = title
      self.hindrance = hindrance
    }
  }

  /// A menu, whose rows can be found by typing: the index of the chosen row, and of the first row in view.
  package struct Menu: Equatable, Sendable {
    /// What a menu contains.
    package enum Content: Sendable {
      /// All commands and buttons, by topic.
      case help
      /// The buttons.
      case actions
      /// The buttons and commands, without headings.
      case all
    }

    package var content = Content.help
    /// The text that was typed: only rows that match it are shown, the best ones first.
    package var text = ""
    package var focus: Int
    package var scroll = 0
    /// True if the menu was scrolled by the wheel, so that the chosen row may be out of view.
    package var scrollsFreely = false

    package init(_ content: Content = .help, focus: Int) {
      self.content = content
      self.focus = focus
    }
  }
}
