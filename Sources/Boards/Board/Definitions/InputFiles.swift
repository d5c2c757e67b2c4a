package import Inputs

/// The files that the results of an action are made from.
public struct InputFiles: Sendable, Equatable {
  /// The shortest interval in which files are looked at.
  public static let shortestPoll = Duration.seconds(1)
  /// The most patterns of an action.
  static let patternLimit = 100

  /// In the order of the board: the last one that matches a file decides.
  package let patterns: [InputPattern]
  /// The actions from whose results this one is made.
  public let actions: [String]
  /// Whether files that git ignores are inputs, too.
  public let includesIgnored: Bool
  /// The interval in which the files are looked at; nil if the system notices changes.
  public let poll: Duration?
  /// The directory that the patterns are relative to; nil for the working directory.
  public let directory: String?
  /// The file of the board, which is never an input; nil if it has none.
  public let boardFile: String?

  package init(
    _ patterns: [InputPattern], actions: [String] = [], includesIgnored: Bool = false, poll: Duration? = nil,
    directory: String? = nil, boardFile: String? = nil
  ) {
    self.patterns = patterns
    self.actions = actions
    self.includesIgnored = includesIgnored
    self.poll = poll
    self.directory = directory
    self.boardFile = boardFile
  }
}
