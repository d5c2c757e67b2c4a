extension Dashboard {
  /// What lies over the board.
  public enum Overlay: Equatable, Sendable {
    /// All keys, from this row on.
    case help(offset: Int)
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

    public init(title: String, text: String, answers: [Answer], focus: Int = 0) {
      self.title = title
      self.text = text
      self.answers = answers
      self.focus = focus
    }
  }

  /// One of the answers to a question.
  public struct Answer: Equatable, Sendable {
    /// The character that gives this answer.
    public var key: Character
    public var title: String

    public init(key: Character, title: String) {
      self.key = key
      self.title = title
    }
  }
}
