package import Board
package import Boundary
internal import Processes
internal import Programs

/// Which of the kept lines of an output are printed: since, pattern and number, in this order.
package struct OutputChoice: Sendable {
  /// The earliest second since 1970; nil for any.
  package var since: UInt32?
  package var pattern: LineExpression?
  /// The most lines, the newest ones; nil for all.
  package var tail: Int?
  /// Whether remarks about runs are printed, too.
  package var hasRemarks = false

  package init() {}

  /// The lines that are printed.
  package func of(_ lines: [KeptLines.Line]) -> [KeptLines.Line] {
    let chosen = lines.filter(matches)
    return Array(chosen.suffix(tail ?? chosen.count))
  }

  /// The same for the lines of several actions.
  package static func stream(
    _ lines: [(action: String, line: KeptLines.Line)], _ choice: OutputChoice
  ) -> [(action: String, line: KeptLines.Line)] {
    let chosen = lines.filter { choice.matches($0.line) }
    return Array(chosen.suffix(choice.tail ?? chosen.count))
  }

  private func matches(_ line: KeptLines.Line) -> Bool {
    (hasRemarks || line.line.isPrinted) && line.line.arrival >= since ?? 0
      && pattern?.matches(line.line.text) != false
  }
}
