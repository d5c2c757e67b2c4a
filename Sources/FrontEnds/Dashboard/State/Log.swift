package import Programs
package import TerminalUI

extension Dashboard {
  /// The output of one action: the rows in view, and a summary of the rest. It does not contain the thousands
  /// of kept lines, so the cost of a frame depends only on the rows in view.
  package struct Log: Equatable, Sendable {
    /// The title of the action.
    package var title: String
    /// The rows in view, top to bottom.
    package var rows: [LogRow]
    /// The lines in view, as indices into the lines that can be shown.
    package var visible: Range<Int>
    /// The number of lines that can be shown: all lines, or those that match the filter.
    package var lineCount: Int
    /// The number of lines kept.
    package var keptCount: Int
    /// True if the first line is in view and the run began with lines that are no longer kept.
    package var beginsLater = false
    /// True if the view follows the end as lines are added.
    package var isFollowing = true
    /// The filter text; nil for no filter.
    package var filter: String?
    /// The search; nil for none.
    package var search: LogSearch?
    /// What the marked line names; nil if none is marked.
    package var place: OutputPlace?
    /// The number of selected lines; nil if there is no selection.
    package var selectedCount: Int?
    /// True if long lines are wrapped.
    package var isWrapped = false

    /// What the action is for and does, shown before it has printed anything, or on request; nil otherwise.
    package var introduction: Introduction?

    /// A log that shows the last lines, one row each.
    package init(title: String, lines: [LogLine] = []) {
      self.title = title
      rows = lines.enumerated().map { LogRow(number: $0, kind: $1.kind, pieces: [LogPiece($1.text)]) }
      visible = 0..<lines.count
      lineCount = lines.count
      keptCount = lines.count
    }
  }

  /// A search in a log and its result.
  package struct LogSearch: Equatable, Sendable {
    package var text: String
    /// The number of matching lines.
    package var count: Int
    /// The position of the current match among the matches, counted from 1; nil for none.
    package var current: Int?

    package init(_ text: String, count: Int, current: Int? = nil) {
      self.text = text
      self.count = count
      self.current = current
    }
  }

  /// One line of output, without control characters.
  package struct LogLine: Equatable, Sendable {
    package var text: String
    /// The origin of the line. Each kind has its own sign.
    package var kind: OutputLine.Kind

    package init(_ text: String, kind: OutputLine.Kind = .output) {
      self.text = text
      self.kind = kind
    }
  }

  /// One row of a log: a line, or a part of a wrapped line.
  package struct LogRow: Equatable, Sendable {
    /// The number of the line, counted over all lines ever printed.
    package var number: Int
    package var kind: OutputLine.Kind
    /// The text from left to right, split where a match or another style begins.
    package var pieces: [LogPiece]
    /// The clock time at which the line arrived; nil if times are hidden, empty in the continuation of a
    /// wrapped line.
    package var clock: String?
    /// True for every row of a wrapped line except the first.
    package var isContinued = false
    /// True if the search has jumped to this line.
    package var isCurrent = false
    package var isSelected = false
    /// True for the moving end of the selection.
    package var isHead = false

    package init(number: Int, kind: OutputLine.Kind, pieces: [LogPiece]) {
      self.number = number
      self.kind = kind
      self.pieces = pieces
    }
  }

  /// A piece of a row's text, in one style.
  package struct LogPiece: Equatable, Sendable {
    package var text: String
    /// The colours and attributes that the command has printed it in.
    package var style: Style
    /// True if the piece is a match of the search, or a part of one.
    package var isMatch: Bool

    package init(_ text: String, style: Style = .plain, isMatch: Bool = false) {
      self.text = text
      self.style = style
      self.isMatch = isMatch
    }
  }
}
