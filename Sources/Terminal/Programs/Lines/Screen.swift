import TerminalUI

/// The last screenful of an output: the lines that a program may still change, and the cursor among them.
///
/// A line that is wider than the screen takes several rows, as on a terminal, and is one line all the same.
/// The content of the line under the cursor is in two parts, before and after the cursor. What is appended to
/// the first part covers as many columns of the second.
struct Screen: Sendable {
  typealias Delivery = (OutputLine) -> Void

  private(set) var size: Size
  let byteLimit: Int
  var lines = [ScreenLine()]
  /// The index of the line under the cursor. Its content in `lines` is not up to date while it is loaded.
  var current = 0
  /// The number of lines that were delivered.
  var deliveredCount = 0
  var recent: RecentLines

  /// Whether the line under the cursor is in `left` and `right`.
  var isLoaded = true
  var left = StyledText()
  var right = StyledText()
  /// The column in which `right` begins, unless `left` covers it.
  var rightColumn = 0
  /// The number of columns between `left` and the cursor. They become blanks when something is written.
  var gap = 0
  /// The column of the cursor in the line, while it is not loaded.
  var parkedColumn = 0
  /// Whether the last operation has written text: the cursor is in the last column of a row then, and not in
  /// the first column of the next one.
  var hasWritten = false
  var isChanged = false
  var isTruncated = false
  /// Whether the rest of the line is dropped.
  var isFull = false
  /// Whether the cursor is at the start of the last line, which is empty, and everything before it was
  /// delivered.
  var isAtFreshLine = true
  var saved: (row: Int, column: Int, pen: Pen)?

  /// How the next text is written.
  var pen = Pen.plain
  /// The addresses of the links in `lines`.
  var links = LinkTable()

  init(size: Size, byteLimit: Int) {
    self.size = Self.allowed(size)
    self.byteLimit = byteLimit
    recent = RecentLines(limit: self.size.height)
  }

  private static func allowed(_ size: Size) -> Size {
    Size(width: max(1, size.width), height: min(max(1, size.height), OutputLine.changeableCount))
  }

  /// The terminal has another size from now on. The cursor stays in its line and column, as on terminals that
  /// fold their lines anew.
  mutating func resize(to newSize: Size) {
    let newSize = Self.allowed(newSize)
    if newSize == size { return }
    takeRecentLines()
    size = newSize
    recent = RecentLines(limit: newSize.height)
    for index in lines.indices { lines[index].fold(at: newSize.width) }
    dropOldLines()
  }

  /// The row and the column of the cursor on the terminal, from 0.
  var cursor: (row: Int, column: Int) {
    var screen = self
    let column = screen.isLoaded ? screen.left.column(width: size.width) + gap : parkedColumn
    screen.takeRecentLines()
    let above = screen.lines[..<screen.current].reduce(0) { $0 + $1.rows }
    let below = screen.lines[screen.current...].reduce(0) { $0 + $1.rows }
    // A screen that is full has scrolled.
    let row = above + column / size.width - max(0, above + below - size.height)
    return (max(0, row), column % size.width)
  }

  /// Whether the cursor is in the last line.
  var isInLastLine: Bool { current == lines.count - 1 }

  /// Whether the line under the cursor has anything that was not delivered.
  var hasNews: Bool { isChanged && (current < deliveredCount || isTruncated || !isBlank) }

  // MARK: Text

  /// Writes bytes at the cursor, and moves it behind them.
  mutating func write(_ bytes: some Collection<UInt8>) {
    if isFull || bytes.isEmpty { return }
    load()
    isAtFreshLine = false
    isChanged = true
    hasWritten = true
    if gap > 0 {
      left.appendBlanks(min(gap, max(0, byteLimit - left.count)))
      gap = 0
    }
    // Invalid bytes become longer when they are replaced.
    let room = max(0, byteLimit - left.count)
    guard bytes.count > room else { return left.append(bytes, pen) }
    left.append(bytes.prefix(room), pen)
    left.dropIncompleteScalar()
    isTruncated = true
    isFull = true
  }

  /// Ends the line, and moves the cursor to the start of the next row.
  mutating func newLine(_ deliver: Delivery) {
    if endPlainLine(deliver) { return }
    if !isLoaded || !right.isEmpty || !isInLastLine, moveToNextRowOfLine(deliver) { return }
    if isChanged || current >= deliveredCount { deliverLine(deliver) }
    if isInLastLine {
      takeRecentLines()
      lines.append(ScreenLine())
      dropOldLines()
    }
    current += 1
    if isInLastLine, current == deliveredCount { beginLine() } else { park(at: 0) }
  }

  /// Ends a new line without styles, of which only the bytes are kept. Most lines are of this kind.
  mutating func endPlainLine(_ deliver: Delivery) -> Bool {
    guard isInLastLine, isLoaded, right.isEmpty, current == deliveredCount, left.runs.isEmpty, !isTruncated
    else { return false }
    let text = String(decoding: left.bytes, as: UTF8.self)
    if text.utf8.count > byteLimit { return false }
    deliver(OutputLine(text))
    recent.add(left.bytes)
    beginLine()
    return true
  }

  mutating func moveToNextRowOfLine(_ deliver: Delivery) -> Bool {
    store()
    let row = rowInLine
    guard row + 1 < lines[current].rows else { return false }
    if isChanged { deliverLine(deliver) }
    park(at: (row + 1) * size.width)
    return true
  }

  /// Moves the cursor to the start of its row. A line that has something new is delivered.
  mutating func carriageReturn(_ deliver: Delivery) { moveToColumn(0, deliver) }

  // MARK: Lines

  var isBlank: Bool { isLoaded ? left.isEmpty && right.isEmpty : lines[current].text.isEmpty }

  mutating func beginLine() {
    lines[current] = ScreenLine()
    left.removeAll()
    right.removeAll()
    (isLoaded, isChanged, isTruncated, isFull, hasWritten) = (true, false, false, false, false)
    (gap, rightColumn) = (0, 0)
    isAtFreshLine = true
  }

  mutating func load() {
    if isLoaded { return }
    let line = lines[current]
    var content = StyledText(line.text, line.runs)
    rightColumn = parkedColumn
    if parkedColumn == 0 {
      left.removeAll()
      right = content
      gap = 0
    } else {
      (left, right) = content.split(at: parkedColumn, width: size.width)
      gap = max(0, parkedColumn - left.column(width: size.width))
    }
    isLoaded = true
  }

  /// Writes the content of the line under the cursor back.
  mutating func store() {
    guard isLoaded, isChanged else { return }
    var content = left
    if !right.isEmpty {
      let covered = content.column(width: size.width)
      if covered < rightColumn { content.appendBlanks(rightColumn - covered) }
      content.append(
        covered > rightColumn
          ? right.split(at: covered, from: rightColumn, width: size.width).right : right)
    }
    setLine(
      ScreenLine(content, isTruncated: isTruncated, byteLimit: byteLimit, width: size.width), at: current)
  }

  /// Changes a line. The rows that it had remain on the screen, blank if need be.
  mutating func setLine(_ line: ScreenLine, at index: Int) {
    let rows = lines[index].rows
    lines[index] = line
    lines[index].rows = max(rows, line.rows)
  }

  /// Moves the cursor to a column of its line, which is stored.
  mutating func park(at column: Int) {
    isAtFreshLine = false
    isLoaded = false
    isFull = false
    hasWritten = false
    isTruncated = lines[current].isTruncated
    parkedColumn = min(column, byteLimit * 2)
  }

  /// Delivers the line under the cursor, after lines above it that were not delivered.
  mutating func deliverLine(_ deliver: Delivery) {
    store()
    if current >= deliveredCount {
      for index in deliveredCount...current { deliver(lines[index].output(links: links)) }
      deliveredCount = current + 1
    } else {
      deliver(lines[current].output(replacing: deliveredCount - current, links: links))
    }
    isChanged = false
  }

  mutating func takeRecentLines() {
    let taken = recent.take()
    if taken.isEmpty { return }
    lines.insert(contentsOf: taken.map { ScreenLine($0, width: size.width) }, at: current)
    current += taken.count
    deliveredCount += taken.count
  }

  /// Drops lines above the screen, now and then.
  mutating func dropOldLines() {
    guard lines.count > 2 * size.height else { return }
    var rows = 0
    let first = lines.indices.last { index in
      rows += lines[index].rows
      return rows >= size.height
    }
    guard let first, first > 0 else { return }
    lines.removeFirst(first)
    current -= first
    deliveredCount -= first
  }
}
