import TerminalUI

/// Erasing, inserting and deleting within the last screenful.
extension Screen {
  /// Erases a part of the row of the cursor: from a column to before another one.
  mutating func eraseInRow(from start: Int? = nil, to end: Int? = nil) {
    let row = rowInLine * size.width
    let place = column
    erase(from: start.map { row + $0 } ?? place, to: end ?? size.width, in: row, cursor: place)
  }

  /// Erases what is before the cursor in its row, and under it.
  mutating func eraseStartOfRow() { eraseInRow(from: 0, to: columnInRow + 1) }

  /// Erases a number of columns from the cursor on.
  mutating func erase(count: Int) { eraseInRow(to: min(size.width, columnInRow + count)) }

  mutating func erase(from start: Int, to end: Int, in row: Int, cursor: Int) {
    if isLoaded, right.isEmpty, start >= cursor - gap { return }
    let wraps = hasWritten
    store()
    var content = StyledText(lines[current].text, lines[current].runs)
    let width = content.column(width: size.width)
    let end = size.width == .max ? end : row + end
    if start < width {
      var parts = content.split(at: start, width: size.width)
      if end < width {
        let rest = content.split(at: end, width: size.width).right
        parts.left.appendBlanks(end - start)
        parts.left.append(rest)
      }
      replaceLine(with: parts.left)
    }
    park(at: cursor)
    hasWritten = wraps
  }

  /// Removes columns at the cursor, or inserts blanks; the rest of the line moves.
  mutating func shiftRow(by count: Int) {
    // After the last column of a row, there is nothing to move.
    if hasWritten, column > 0, column % size.width == 0 { return }
    let place = column
    store()
    var content = StyledText(lines[current].text, lines[current].runs)
    let width = content.column(width: size.width)
    let count = min(max(count, -byteLimit), size.width - columnInRow, byteLimit)
    guard place < width else { return park(at: place) }
    var parts = content.split(at: place, width: size.width)
    if count > 0 {
      parts.left.appendBlanks(count)
    } else {
      parts.right = parts.right.split(at: -count, width: .max).right
    }
    parts.left.append(parts.right)
    replaceLine(with: parts.left)
    park(at: place)
  }

  mutating func replaceLine(with content: StyledText) {
    setLine(ScreenLine(content, isTruncated: false, byteLimit: byteLimit, width: size.width), at: current)
    isTruncated = false
    isChanged = true
    isAtFreshLine = false
  }

  /// Erases what is after the cursor, in its line and in all lines below.
  mutating func eraseBelow(_ deliver: Delivery) {
    let place = column
    erase(from: place, to: .max / 2, in: 0, cursor: place)
    for index in lines.indices.dropFirst(current + 1) where !lines[index].text.isEmpty {
      setLine(ScreenLine(), at: index)
      deliver(lines[index].output(replacing: deliveredCount - index, links: links))
    }
  }

  /// Inserts blank lines above the line of the cursor, or deletes lines from there on; the others move. Lines
  /// that leave the screen at its end are lost.
  mutating func shiftLines(by count: Int, _ deliver: Delivery) {
    leaveLine(deliver)
    let place = rowInLine * size.width
    let end = top + size.height
    let count = min(max(count, current - lines.count), size.height)
    if count > 0 {
      lines.insert(contentsOf: repeatElement(ScreenLine(), count: count), at: current)
      while lines.count > current + 1, lines.reduce(0, { $0 + $1.rows }) > end { lines.removeLast() }
    } else {
      lines.removeSubrange(current..<(current - count))
    }
    // What was delivered cannot be taken back: it becomes blank.
    while lines.count < deliveredCount || lines.count <= current { lines.append(ScreenLine()) }
    let used = lines.lastIndex { !$0.text.isEmpty } ?? 0
    for index in current..<max(deliveredCount, used + 1, current) {
      deliver(lines[index].output(replacing: max(0, deliveredCount - index), links: links))
      deliveredCount = max(deliveredCount, index + 1)
    }
    isChanged = false
    park(at: place)
  }

  /// Begins a new screen: what was printed stays as it is, and cannot be changed any more.
  mutating func clear(_ deliver: Delivery) {
    if hasNews { deliverLine(deliver) }
    forget()
  }

  /// Begins a new screen, after lines that were not decoded.
  mutating func forget() {
    recent.removeAll()
    lines = [ScreenLine()]
    (current, deliveredCount) = (0, 0)
    beginLine()
  }
}
