import DequeModule
package import Programs

/// The last lines of an output, limited by their number and by their bytes.
///
/// The indices of this collection are line numbers of the whole output: a line keeps its number when older
/// lines are dropped, so a scroll position stays valid.
package struct OutputRing: Sendable, Equatable, RandomAccessCollection {
  /// How many of the last lines can still change.
  package static let changeableCount = OutputLine.changeableCount + 50

  /// The most lines kept.
  package let lineLimit: Int
  private let byteLimit: Int
  private var lines: Deque<OutputLine> = []
  private var byteCount = 0

  /// The number of the oldest line that is kept; the first line of an output has number 0.
  package private(set) var startIndex = 0

  /// The number of the next line, which is the number of all lines so far.
  package var endIndex: Int { startIndex + lines.count }

  /// - Parameters:
  ///   - lineLimit: The most lines kept, at least 1.
  ///   - byteLimit: The most bytes of text and styles kept. The newest line is always kept.
  package init(lineLimit: Int = 2_000, byteLimit: Int = 256 * 1024) {
    self.lineLimit = Swift.max(1, lineLimit)
    self.byteLimit = byteLimit
  }

  /// The line with this number, which must be one of `indices`.
  package subscript(number: Int) -> OutputLine { lines[number - startIndex] }

  /// Adds a line at the end, or puts it in the place of the line that it replaces, and drops lines beyond the
  /// limits. A remark is never replaced. A line whose predecessor is not kept is added if it is the last of
  /// its output; otherwise it is dropped as well.
  package mutating func append(_ line: OutputLine) {
    if line.skippedBefore > 0 { return append(line, afterSkipping: Int(line.skippedBefore)) }
    if line.replaces > 0 {
      if let index = index(ofLine: Int(line.replaces), run: line.run) {
        byteCount += line.byteCount - lines[index].byteCount
        lines[index] = line
        return dropSurplus()
      }
      if line.replaces > 1 { return }
    }
    lines.append(line)
    byteCount += line.byteCount
    dropSurplus()
  }

  private mutating func dropSurplus() {
    while lines.count > lineLimit || (byteCount > byteLimit && lines.count > 1) {
      byteCount -= lines.removeFirst().byteCount
      startIndex += 1
    }
  }

  /// The index of a line of output, counted from the last one, which is 1. Remarks between them do not count,
  /// unless they begin or end a run. Nor do lines of other runs in progress.
  private func index(ofLine count: Int, run: UInt32) -> Int? {
    var rest = count
    for index in lines.indices.suffix(Self.changeableCount).reversed() {
      switch lines[index].kind {
      case .output where lines[index].run == run: rest -= 1
      case .output where run != 0: continue
      case .note: continue
      default:
        guard run != 0 else { return nil }
        continue
      }
      if rest == 0 { return index }
    }
    return nil
  }

  /// Adds lines at the end that arrived at the same time.
  ///
  /// Lines that would be dropped at once are only counted.
  package mutating func append(_ new: [OutputLine], arrival: UInt32) {
    var start = 0
    let surplus = new.count - lineLimit
    if surplus > 0, !new.contains(where: { $0.replaces > 0 || $0.skippedBefore > 0 }) {
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

  /// Makes this the copy of a ring of which only a part has arrived.
  /// - Parameters:
  ///   - start: The number of the oldest line that the other ring keeps.
  ///   - first: The number of the first of the lines that have arrived; they replace all lines from there on.
  package mutating func copy(_ new: [OutputLine], first: Int, start: Int) {
    if first > endIndex || first < startIndex {
      removeAll()
      startIndex = first
    }
    while endIndex > first, let line = lines.popLast() { byteCount -= line.byteCount }
    for line in new {
      lines.append(line)
      byteCount += line.byteCount
    }
    while startIndex < start, let line = lines.popFirst() {
      byteCount -= line.byteCount
      startIndex += 1
    }
  }

  /// Drops every line. Line numbers continue.
  package mutating func removeAll() {
    startIndex = endIndex
    lines.removeAll()
    byteCount = 0
  }
}

extension OutputLine {
  /// The bytes of the text, its styles and its links.
  fileprivate var byteCount: Int {
    let text = text.utf8.count + styles.count * MemoryLayout<StyleRun>.stride
    return links.reduce(text) { $0 + MemoryLayout<OutputLink>.stride + $1.address.utf8.count }
  }
}
