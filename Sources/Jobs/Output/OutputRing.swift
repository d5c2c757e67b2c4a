import DequeModule
package import Processes

/// The last lines of an output, with a limit of lines and one of bytes.
///
/// A collection whose indices are line numbers of the whole output: a line keeps its number when older ones are
/// dropped, so a scroll position stays where it is.
package struct OutputRing: Sendable, Equatable, RandomAccessCollection {
  /// The most lines kept.
  package let lineLimit: Int
  private let byteLimit: Int
  private var lines: Deque<OutputLine> = []
  private var byteCount = 0

  /// The number of the oldest line that is still here; the first line of an output is number 0.
  package private(set) var startIndex = 0

  /// The number that the next line will have: how many lines there have been.
  package var endIndex: Int { startIndex + lines.count }

  /// - Parameters:
  ///   - lineLimit: The most lines kept, at least 1.
  ///   - byteLimit: The most bytes of text kept, in UTF-8. The newest line is kept whatever its length.
  package init(lineLimit: Int = 2_000, byteLimit: Int = 256 * 1024) {
    self.lineLimit = Swift.max(1, lineLimit)
    self.byteLimit = byteLimit
  }

  /// The line with this number, which must be one of `indices`.
  package subscript(number: Int) -> OutputLine { lines[number - startIndex] }

  /// Adds a line at the end, or puts it in the place of the last one if it overwrites, and drops what is too old. A
  /// remark is never overwritten.
  package mutating func append(_ line: OutputLine) {
    if line.skippedBefore > 0 { return append(line, afterSkipping: Int(line.skippedBefore)) }
    if line.overwrites, let replaced = lines.last, !replaced.isNote {
      lines.removeLast()
      byteCount -= replaced.text.utf8.count
    }
    lines.append(line)
    byteCount += line.text.utf8.count
    while lines.count > lineLimit || (byteCount > byteLimit && lines.count > 1) {
      byteCount -= lines.removeFirst().text.utf8.count
      startIndex += 1
    }
  }

  /// Adds lines at the end, one after the other, that all came at one time.
  ///
  /// Lines that would be dropped again at once are only counted.
  mutating func append(_ new: [OutputLine], arrival: UInt32) {
    var start = 0
    let surplus = new.count - lineLimit
    if surplus > 0, !new.contains(where: { $0.overwrites || $0.skippedBefore > 0 }) {
      removeAll()
      startIndex += surplus
      start = surplus
    }
    for index in start..<new.count {
      var line = new[index]
      line.arrival = arrival
      append(line)
    }
  }

  private mutating func append(_ line: OutputLine, afterSkipping count: Int) {
    removeAll()
    startIndex += count
    var line = line
    line.skippedBefore = 0
    append(line)
  }

  /// Drops every line; numbers go on.
  package mutating func removeAll() {
    startIndex = endIndex
    lines.removeAll()
    byteCount = 0
  }
}
