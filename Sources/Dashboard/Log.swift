public import TerminalUI

extension Dashboard {
  /// The output of one action.
  public struct Log: Equatable, Sendable {
    /// The title of the action.
    public var title: String
    /// The lines that are kept, oldest first.
    public var lines: [LogLine]
    /// The number of the first of these lines among all that were ever printed.
    public var firstLine = 0
    /// Which of the lines are visible.
    public var position: LogView.Position

    public init(title: String, lines: [LogLine] = [], position: LogView.Position = .following) {
      self.title = title
      self.lines = lines
      self.position = position
    }
  }

  /// One line of output, without controls.
  public struct LogLine: Equatable, Sendable {
    /// Where a line comes from; each kind has a sign of its own.
    public enum Kind: Equatable, Sendable {
      case output
      /// What came through standard error.
      case errorOutput
      /// The panel's own words about the run, such as "exit 1".
      case note
    }

    public var text: String
    public var kind: Kind

    public init(_ text: String, kind: Kind = .output) {
      self.text = text
      self.kind = kind
    }
  }
}
