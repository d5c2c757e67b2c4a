internal import Configuration

/// Where in a file of another program an action comes from, in the words of the file, which only ``shown``
/// makes safe to show: a file can have thousands of actions, of which a person looks at a few.
package struct ForeignOrigin: Sendable, Hashable {
  /// What says that it is the same action when the files are read again, whatever it is called on the board.
  package let identity: String
  private let file: String
  private let line: Int
  private let body: [String]
  private let known: [String]

  /// - Parameters:
  ///   - body: What its program does for it.
  ///   - known: What is shown beside it, and not repeated.
  package init(identity: String, file: String, line: Int, body: [String], known: [String]) {
    (self.identity, self.file, self.line, self.body, self.known) = (identity, file, line, body, known)
  }

  /// The file alone.
  package var shownFile: String { file.oneLine(limit: 300) }

  /// What can be shown of it.
  package var shown: ActionOrigin {
    let lines = body.prefix(12).map { $0.oneLine(limit: 200) }.filter { !$0.isEmpty }
    let isKnown = lines.count == 1 && known.contains { $0.oneLine(limit: 200) == lines[0] }
    return ActionOrigin(file: shownFile, line: line, body: isKnown ? [] : lines)
  }
}
