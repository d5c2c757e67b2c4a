public import TerminalUI

extension Dashboard {
  /// What lies over the board.
  public enum Overlay: Equatable, Sendable {
    /// All commands of the panel and all buttons of the board.
    case help(Menu)
    /// All mistakes of the board file, from this row on.
    case mistakes(offset: Int)
    case question(Question)
    /// The last runs of an action.
    case runs(Runs)
  }

  /// Something to decide before it is done, such as cancelling a run.
  public struct Question: Equatable, Sendable {
    public var title: String
    public var text: String
    /// What may be answered, in the order shown.
    public var answers: [Answer]
    /// The index of the answer that Enter gives.
    public var focus: Int
    /// False if it goes away only by being answered.
    public var isClosable = true
    /// True if quitting over it kills nothing, because what is waited for is out of reach.
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
    /// Why it cannot be given now, such as "needs build.succeeded"; nil if it can.
    public var hindrance: String?

    public init(key: Key?, title: String, hindrance: String? = nil) {
      self.key = key
      self.title = title
      self.hindrance = hindrance
    }
  }

  /// A list to choose from: which row is chosen, and which is the first in view.
  public struct Menu: Equatable, Sendable {
    public var focus: Int
    public var scroll = 0
    /// True while it was scrolled away from the chosen row.
    public var scrollsFreely = false

    public init(focus: Int) { self.focus = focus }
  }
}
