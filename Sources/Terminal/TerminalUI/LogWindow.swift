/// The rows of a log that are in view. A line may take several rows. The number of rows is requested only for
/// lines near the window.
///
///     let window = LogWindow(count: lines.count, height: 10, top: nil) { rowCount(of: lines[$0]) }
public struct LogWindow: Hashable, Sendable {
  /// One row of a log: the index of its line, and its position among the rows of that line.
  public struct Row: Hashable, Comparable, Sendable {
    public var line: Int
    public var part: Int

    public init(line: Int, part: Int = 0) {
      self.line = line
      self.part = part
    }

    public static func < (a: Row, b: Row) -> Bool { (a.line, a.part) < (b.line, b.part) }
  }

  /// The rows in view, top to bottom.
  public let rows: [Row]
  /// True if no row follows them.
  public let isAtEnd: Bool

  /// The lines that have at least one row in view.
  public var lines: Range<Int> {
    guard let first = rows.first, let last = rows.last else { return 0..<0 }
    return first.line..<(last.line + 1)
  }

  /// - Parameters:
  /// - count: The number of lines.
  /// - height: The number of rows that fit in the window.
  /// - top: The first row in view; nil for the end of the log. A row too close to the end is adjusted.
  /// - rowCount: Returns the number of rows that the line with this index takes, at least 1.
  public init(count: Int, height: Int, top: Row?, rowCount: (Int) -> Int) {
    let height = max(0, height)
    let last = LogWindow.lastTop(count: count, height: height, rowCount)
    var row = min(top.map { max($0, Row(line: 0)) } ?? last, last)
    var rows: [Row] = []
    while rows.count < height, row.line < count {
      let parts = max(1, rowCount(row.line))
      // The line may have become shorter, or the picture wider.
      row.part = min(row.part, parts - 1)
      let taken = min(parts - row.part, height - rows.count)
      rows += (row.part..<(row.part + taken)).map { Row(line: row.line, part: $0) }
      if row.part + taken < parts { break }
      row = Row(line: row.line + 1)
    }
    self.rows = rows
    isAtEnd = rows.first.map { $0 >= last } ?? true
  }

  /// The row at a distance from another one, in rows; a negative distance moves up. The result is always
  /// inside the log.
  public static func row(
    _ row: Row, movedBy distance: Int, count: Int, rowCount: (Int) -> Int
  ) -> Row {
    guard count > 0 else { return Row(line: 0) }
    var line = min(max(0, row.line), count - 1)
    var part = min(row.part, max(1, rowCount(line)) - 1) + distance
    while part < 0, line > 0 {
      line -= 1
      part += max(1, rowCount(line))
    }
    while line + 1 < count, part >= max(1, rowCount(line)) {
      part -= max(1, rowCount(line))
      line += 1
    }
    return Row(line: line, part: min(max(0, part), max(1, rowCount(line)) - 1))
  }

  /// The first row of the last page.
  private static func lastTop(count: Int, height: Int, _ rowCount: (Int) -> Int) -> Row {
    var line = max(0, count)
    var room = height
    while line > 0, room > 0 {
      line -= 1
      let parts = max(1, rowCount(line))
      if parts >= room { return Row(line: line, part: parts - room) }
      room -= parts
    }
    return Row(line: height > 0 ? 0 : line)
  }
}
