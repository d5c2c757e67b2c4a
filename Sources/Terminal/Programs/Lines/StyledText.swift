package import TerminalUI

/// The style of a part of a line: from a UTF-8 offset up to the start of the next run. What is before the
/// first run is plain.
package struct StyleRun: Equatable, Sendable {
  package var start: UInt32
  package var style: Style

  package init(start: Int, style: Style) {
    self.start = UInt32(clamping: start)
    self.style = style
  }
}

/// The bytes of a part of a line, and the pens with which they were written.
struct StyledText: Sendable {
  /// The pen of a part: from a UTF-8 offset up to the start of the next run. What is before the first one is
  /// plain.
  struct Run: Sendable, Equatable {
    let start: Int
    let pen: Pen
  }

  private(set) var bytes: [UInt8] = []
  private(set) var runs: [Run] = []
  /// The bytes before this offset are valid UTF-8.
  private var validEnd = 0
  /// The column after the bytes before `measuredEnd`.
  private var measured: (end: Int, column: Int) = (0, 0)

  init() {}

  init(_ text: String, _ runs: [Run]) {
    bytes = Array(text.utf8)
    self.runs = runs
    validEnd = bytes.count
  }

  var isEmpty: Bool { bytes.isEmpty }
  var count: Int { bytes.count }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    runs.removeAll()
    validEnd = 0
    measured = (0, 0)
  }

  mutating func append(_ more: some Collection<UInt8>, _ pen: Pen) {
    if more.isEmpty { return }
    if pen != runs.last?.pen ?? .plain { runs.append(Run(start: bytes.count, pen: pen)) }
    bytes.append(contentsOf: more)
  }

  mutating func append(_ more: StyledText) {
    for (start, end, pen) in more.segments(from: 0) { append(more.bytes[start..<end], pen) }
  }

  mutating func appendBlanks(_ count: Int) {
    append(repeatElement(UInt8(ascii: " "), count: count), .plain)
  }

  /// Removes an incomplete character at the end.
  mutating func dropIncompleteScalar() {
    guard let start = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return }
    let length =
      switch bytes[start] {
      case 0xC0..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0...: 4
      default: 1
      }
    guard bytes.count - start < length else { return }
    bytes.removeSubrange(start...)
    while let last = runs.last, last.start >= bytes.count { runs.removeLast() }
  }

  /// The column after the text, which begins in a column of a terminal with this width.
  ///
  /// A wide character that does not fit into the last column of a row is in the next row.
  mutating func column(from start: Int = 0, width: Int) -> Int {
    repair()
    if measured.end == 0 { measured.column = start }
    if measured.end < bytes.count {
      measured.column = Self.column(after: bytes[measured.end...], from: measured.column, width: width)
      measured.end = bytes.count
    }
    return measured.column
  }

  /// Replaces bytes that are not UTF-8 with U+FFFD. A run ends a character, complete or not.
  mutating func repair() {
    defer { validEnd = bytes.count }
    if bytes[validEnd...].allSatisfy({ $0 < 0x80 }) { return }
    var repaired = StyledText()
    var isValid = true
    for (start, end, pen) in segments(from: validEnd) {
      let text = String(decoding: bytes[start..<end], as: UTF8.self).utf8
      isValid = isValid && text.elementsEqual(bytes[start..<end])
      repaired.append(text, pen)
    }
    if isValid { return }
    bytes.removeSubrange(validEnd...)
    while let last = runs.last, last.start >= validEnd { runs.removeLast() }
    append(repaired)
  }

  /// Divides the text, which begins in column `start`, at a later column. Both halves of a wide character
  /// there become blanks. If the text ends before the column, it is the left part.
  mutating func split(at column: Int, from start: Int = 0, width: Int) -> (
    left: StyledText, right: StyledText
  ) {
    repair()
    let cut = cut(at: column, from: start, width: width)
    var parts = (left: StyledText(), right: StyledText())
    if cut.end > cut.start { parts.right.appendBlanks(1) }
    for (start, end, pen) in segments(from: 0) {
      if start < cut.start { parts.left.append(bytes[start..<min(end, cut.start)], pen) }
      if end > cut.end { parts.right.append(bytes[max(start, cut.end)..<end], pen) }
    }
    if cut.end > cut.start { parts.left.appendBlanks(1) }
    return parts
  }

  /// The text up to a limit of bytes, without a part of a character.
  mutating func truncate(to limit: Int) {
    bytes.removeSubrange(min(limit, bytes.count)...)
    while let last = runs.last, last.start >= bytes.count { runs.removeLast() }
    dropIncompleteScalar()
    validEnd = min(validEnd, bytes.count)
    measured = (0, 0)
  }

  // MARK: Columns

  private static func column(after bytes: ArraySlice<UInt8>, from start: Int, width: Int) -> Int {
    if bytes.allSatisfy({ $0 < 0x80 }) { return start + bytes.count }
    var column = start
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      column = Self.column(after: scalar, from: column, width: width)
    }
    return column
  }

  private static func column(after scalar: Unicode.Scalar, from column: Int, width: Int) -> Int {
    let columns = TextWidth.of(scalar)
    return columns == 2 && column % width == width - 1 ? column + 3 : column + columns
  }

  /// The offset of the first character at or after a column. If the column is the right half of a character,
  /// the offsets of that character and of the next one.
  private func cut(at target: Int, from start: Int, width: Int) -> (start: Int, end: Int) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      let offset = min(bytes.count, max(0, target - start))
      return (offset, offset)
    }
    var (offset, column) = (0, start)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let next = Self.column(after: scalar, from: column, width: width)
      if column >= target, next > column { break }
      let end = offset + UTF8.width(scalar)
      if next > target, next - column == 2 { return (offset, end) }
      // The gap before a wide character that is in the next row.
      if next > target { break }
      (offset, column) = (end, next)
    }
    return (offset, offset)
  }

  /// The parts of one pen, as offsets of their start and end.
  private func segments(from start: Int) -> [(start: Int, end: Int, pen: Pen)] {
    guard start < bytes.count else { return [] }
    if runs.isEmpty { return [(start, bytes.count, .plain)] }
    var segments: [(start: Int, end: Int, pen: Pen)] = []
    var (place, pen) = (start, Pen.plain)
    for run in runs {
      if run.start > place {
        segments.append((place, run.start, pen))
        place = run.start
      }
      pen = run.pen
    }
    segments.append((place, bytes.count, pen))
    return segments
  }
}
