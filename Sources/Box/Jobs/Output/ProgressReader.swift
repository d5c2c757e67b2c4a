package import Board
package import Programs

/// Finds the progress of a command in its output.
package struct ProgressReader: Sendable {
  private let pattern: ProgressPattern

  /// The progress in the last line that matched; nil before the first match.
  package private(set) var progress: ProgressPattern.Progress?

  package init(_ pattern: ProgressPattern) { self.pattern = pattern }

  /// Reads the next lines, and returns whether the progress has changed.
  ///
  /// Begins with the newest line and stops at the first match, since only the last one counts.
  @discardableResult
  package mutating func read(_ lines: some BidirectionalCollection<OutputLine>) -> Bool {
    for line in lines.reversed() where !line.isNote {
      guard let found = pattern.progress(in: line.text) else { continue }
      defer { progress = found }
      return found != progress
    }
    return false
  }
}
