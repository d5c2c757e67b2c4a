extension Dashboard {
  /// The output of one action: the rows in view, and what there is to say about the others. The thousands of lines that
  /// are kept are no part of it, so that a frame costs what is seen.
  public struct Log: Equatable, Sendable {
    /// The title of the action.
    public var title: String
    /// The rows in view, top to bottom.
    public var rows: [LogRow]
    /// Which lines are in view, counted from 0 among those that can be looked at.
    public var visible: Range<Int>
    /// How many lines can be looked at: all, or those that the filter lets through.
    public var lineCount: Int
    /// How many lines are kept.
    public var keptCount: Int
    /// True if the end stays in view as lines are added.
    public var isFollowing = true
    /// The text without which lines are left out; nil for none.
    public var filter: String?
    /// What is looked for; nil for nothing.
    public var search: LogSearch?
    /// How many lines are selected; nil while nobody selects.
    public var selectedCount: Int?
    /// True if long lines are continued in the next row.
    public var isWrapped = false

    /// A log of which the last lines are in view, each in a row of its own.
    public init(title: String, lines: [LogLine] = []) {
      self.title = title
      rows = lines.enumerated().map { LogRow(number: $0, kind: $1.kind, pieces: [LogPiece($1.text)]) }
      visible = 0..<lines.count
      lineCount = lines.count
      keptCount = lines.count
    }
  }

  /// What is looked for in a log, and what came of it.
  public struct LogSearch: Equatable, Sendable {
    public var text: String
    /// How many lines match.
    public var count: Int
    /// Which of them was jumped to last, counted from 1; nil for none.
    public var current: Int?

    public init(_ text: String, count: Int, current: Int? = nil) {
      self.text = text
      self.count = count
      self.current = current
    }
  }

  /// One line of output, without controls.
  public struct LogLine: Equatable, Sendable {
    /// Where a line comes from; each kind has a sign of its own.
    public enum Kind: Equatable, Sendable {
      case output
      /// The panel's own words about the run, such as "exit 1".
      case note
      /// A run begins: a key was pressed, or the board repeats the action.
      case pressed, repeated
      /// A run tries once more.
      case retried
      /// A run has ended.
      case succeeded, failed, cancelled
    }

    public var text: String
    public var kind: Kind

    public init(_ text: String, kind: Kind = .output) {
      self.text = text
      self.kind = kind
    }
  }

  /// One row of a log: a line, or a part of one that is wrapped.
  public struct LogRow: Equatable, Sendable {
    /// The number of the line among all that were ever printed.
    public var number: Int
    public var kind: LogLine.Kind
    /// The text from left to right; what was searched for stands in pieces of its own.
    public var pieces: [LogPiece]
    /// The clock time at which the line came; nil if it is not to be shown, empty where a wrapped line goes on.
    public var clock: String?
    /// True for all but the first row of a line.
    public var isContinued = false
    /// True if the search has jumped here.
    public var isCurrent = false
    public var isSelected = false
    /// True for the end of the selection that moves.
    public var isHead = false

    public init(number: Int, kind: LogLine.Kind, pieces: [LogPiece]) {
      self.number = number
      self.kind = kind
      self.pieces = pieces
    }
  }

  /// A piece of a row's text.
  public struct LogPiece: Equatable, Sendable {
    public var text: String
    /// True for what was searched for.
    public var isMatch: Bool

    public init(_ text: String, isMatch: Bool = false) {
      self.text = text
      self.isMatch = isMatch
    }
  }
}
