public import TerminalUI

extension Dashboard {
  /// The output of one action.
  public struct Log: Equatable, Sendable {
    public var title: String
    public var lines: [LogLine]
    public var position: LogView.Position

    public init(title: String, lines: [LogLine] = [], position: LogView.Position = .following) {
      self.title = title
      self.lines = lines
      self.position = position
    }
  }

  public struct LogLine: Equatable, Sendable {
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
