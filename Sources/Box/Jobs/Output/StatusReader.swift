package import Board
package import Programs

/// Finds the status of a command in its output: the group of a pattern, or the last line that is not blank.
package struct StatusReader: Sendable {
  private let pattern: OutputPattern?

  /// The status in the last line that matched; nil before the first match.
  package private(set) var status: String?

  /// - Parameter pattern: Finds the status; nil for the last line that is not blank, without the spaces
  ///   around it.
  package init(_ pattern: OutputPattern?) { self.pattern = pattern }

  /// Reads the next lines, and returns whether the status has changed.
  ///
  /// Begins with the newest line and stops at the first match, since only the last one counts.
  @discardableResult
  package mutating func read(_ lines: some BidirectionalCollection<OutputLine>) -> Bool {
    for line in lines.reversed() where !line.isNote {
      guard let found = status(in: line.text) else { continue }
      defer { status = found }
      return found != status
    }
    return false
  }

  private func status(in line: String) -> String? {
    if let pattern { return pattern.value(in: line) }
    let trimmed = line.trimmingSpaces
    return trimmed.isEmpty ? nil : String(trimmed)
  }
}

extension String {
  var trimmingSpaces: Substring {
    let start = drop { $0 == " " }
    guard let last = start.lastIndex(where: { $0 != " " }) else { return "" }
    return start[...last]
  }
}
