package import Board
package import Boundary
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

  /// The lines of some actions that are printed.
  package func of(
    _ lines: [(action: String, line: KeptLines.Line)]
  ) -> [(action: String, line: KeptLines.Line)] {
    let chosen = lines.filter { matches($0.line) }
    return chosen.suffix(tail ?? chosen.count)
  }

  private func matches(_ line: KeptLines.Line) -> Bool {
    (hasRemarks || line.line.isPrinted) && line.line.arrival >= since ?? 0
      && pattern?.matches(line.line.text) != false
  }
}
