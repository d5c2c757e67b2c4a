public import TerminalUI

extension Dashboard {
  /// A box drawn over the board.
  public enum Overlay: Equatable, Sendable {
    /// All commands of the panel and all buttons of the board.
    case help(Menu)
    /// All mistakes of the board file, scrolled to this row.
    case mistakes(offset: Int)
    case question(Question)
    /// The last runs of an action.
    case runs(Runs)
  }

  /// A question to confirm an operation, such as cancelling a run.
  public struct Question: Equatable, Sendable {
    public var title: String
    public var text: String
    /// The possible answers, in the order shown.
    public var answers: [Answer]
    /// The index of the answer that Enter gives.
    public var focus: Int
    /// False if only an answer closes it.
    public var isClosable = true
    /// True if quitting now kills no process, because the processes that are still running cannot be killed
    /// from here.
    public var leavesOthersAlone = false

    public init(title: String, text: String, answers: [Answer], focus: Int = 0) {
      self.title = title
      self.text = text
      self.answers = answers
      self.focus = focus
    }
  }

  /// One of the answers to a question.
  public struct Answer: Equatable, Sendable {
    /// The key that gives this answer; nil for none.
    public var key: Key?
    public var title: String
    /// Why the answer is not available now, such as "needs build.succeeded"; nil if it is available.
    public var hindrance: String?

    public init(key: Key?, title: String, hindrance: String? = nil) {
      self.key = key
      self.title = title
      self.hindrance = hindrance
    }
  }

  /// A menu: the index of the chosen row, and of the first row in view.
  public struct Menu: Equatable, Sendable {
    public var focus: Int
    public var scroll = 0
    /// True if the menu was scrolled by the wheel, so that the chosen row may be out of view.
    public var scrollsFreely = false

    public init(focus: Int) { self.focus = focus }
  }
}
