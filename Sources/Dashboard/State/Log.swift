extension Dashboard {
  /// The output of one action: the rows in view, and a summary of the rest. It does not contain the thousands
  /// of kept lines, so the cost of a frame depends only on the rows in view.
  public struct Log: Equatable, Sendable {
    /// The title of the action.
    public var title: String
    /// The rows in view, top to bottom.
    public var rows: [LogRow]
    /// The lines in view, as indices into the lines that can be shown.
    public var visible: Range<Int>
    /// The number of lines that can be shown: all lines, or those that match the filter.
    public var lineCount: Int
    /// The number of lines kept.
    public var keptCount: Int
    /// True if the view follows the end as lines are added.
    public var isFollowing = true
    /// The filter text; nil for no filter.
    public var filter: String?
    /// The search; nil for none.
    public var search: LogSearch?
    /// The number of selected lines; nil if there is no selection.
    public var selectedCount: Int?
    /// True if long lines are wrapped.
    public var isWrapped = false

    /// A log that shows the last lines, one row each.
    public init(title: String, lines: [LogLine] = []) {
      self.title = title
      rows = lines.enumerated().map { LogRow(number: $0, kind: $1.kind, pieces: [LogPiece($1.text)]) }
      visible = 0..<lines.count
      lineCount = lines.count
      keptCount = lines.count
    }
  }

  /// A search in a log and its result.
  public struct LogSearch: Equatable, Sendable {
    public var text: String
    /// The number of matching lines.
    public var count: Int
    /// The position of the current match among the matches, counted from 1; nil for none.
    public var current: Int?

    public init(_ text: String, count: Int, current: Int? = nil) {
      self.text = text
      self.count = count
      self.current = current
    }
  }

  /// One line of output, without control characters.
  public struct LogLine: Equatable, Sendable {
    /// The origin of a line. Each kind has its own sign.
    public enum Kind: Equatable, Sendable {
      case output
      /// A message from signalbox about the run, such as "exit 1".
      case note
      /// A run begins, because a key was pressed or because the board repeats the action.
      case pressed, repeated
      /// A run is retried.
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

  /// One row of a log: a line, or a part of a wrapped line.
  public struct LogRow: Equatable, Sendable {
    /// The number of the line, counted over all lines ever printed.
    public var number: Int
    public var kind: LogLine.Kind
    /// The text from left to right, split so that each match is a piece of its own.
    public var pieces: [LogPiece]
    /// The clock time at which the line arrived; nil if times are hidden, empty in the continuation of a
    /// wrapped line.
    public var clock: String?
    /// True for every row of a wrapped line except the first.
    public var isContinued = false
    /// True if the search has jumped to this line.
    public var isCurrent = false
    public var isSelected = false
    /// True for the moving end of the selection.
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
    /// True if the piece is a match of the search.
    public var isMatch: Bool

    public init(_ text: String, isMatch: Bool = false) {
      self.text = text
      self.isMatch = isMatch
    }
  }
}
