import TerminalUI

/// Moving the cursor within the last screenful.
extension Screen {
  /// The column of the cursor in its line, which may have several rows.
  var column: Int {
    mutating get { isLoaded ? left.column(width: size.width) + gap : parkedColumn }
  }

  /// The row of the cursor, counted from the first row of its line.
  var rowInLine: Int {
    mutating get {
      let column = column
      return hasWritten && column > 0 && column % size.width == 0
        ? column / size.width - 1 : column / size.width
    }
  }

  /// The column of the cursor in its row.
  var columnInRow: Int {
    mutating get { min(column - rowInLine * size.width, size.width - 1) }
  }

  /// Moves the cursor to a column of its row. A line that has something new is delivered at its start.
  mutating func moveToColumn(_ target: Int, _ deliver: Delivery) {
    let target = min(max(0, target), size.width - 1, byteLimit)
    if target == 0, isChanged, !isBlank { deliverLine(deliver) }
    if isAtFreshLine, target == 0 { return }
    let place = rowInLine * size.width + target
    store()
    park(at: place)
  }

  mutating func moveColumns(_ distance: Int, _ deliver: Delivery) {
    moveToColumn(columnInRow + distance, deliver)
  }

  /// Moves the cursor back by one column.
  mutating func backspace() {
    guard columnInRow > 0 else { return }
    let target = rowInLine * size.width + columnInRow - 1
    store()
    park(at: target)
  }

  /// Moves the cursor to the next multiple of a number of columns in its line, which no row limits.
  mutating func tab(_ tabWidth: Int) {
    if isFull { return }
    let column = column
    let target = column + tabWidth - column % tabWidth
    if isLoaded, right.isEmpty {
      isAtFreshLine = false
      gap += target - column
      hasWritten = false
    } else {
      store()
      park(at: target)
    }
  }

  /// Moves the cursor by rows, within the last screenful. A line that has something new is delivered when the
  /// cursor leaves it.
  mutating func moveRows(_ distance: Int, toColumn column: Int? = nil, _ deliver: Delivery) {
    leaveLine(deliver)
    let column = column ?? columnInRow
    moveTo(row: row + distance, column: column)
  }

  /// Moves the cursor to a row of the screen.
  mutating func moveToRow(_ row: Int, column: Int?, _ deliver: Delivery) {
    leaveLine(deliver)
    let column = column.map { min(max(0, $0), size.width - 1) } ?? columnInRow
    moveTo(row: top + row, column: column)
  }

  mutating func savePosition() {
    takeRecentLines()
    store()
    saved = (row - top, columnInRow, pen)
  }

  mutating func restorePosition(_ deliver: Delivery) {
    guard let saved else { return }
    moveToRow(saved.row, column: saved.column, deliver)
    pen = saved.pen
  }

  mutating func leaveLine(_ deliver: Delivery) {
    takeRecentLines()
    if isChanged { deliverLine(deliver) } else { store() }
  }

  /// The row of the cursor, counted from the first of all lines.
  var row: Int {
    mutating get { lines[..<current].reduce(0) { $0 + $1.rows } + rowInLine }
  }

  /// The first row of the screen.
  var top: Int { max(0, lines.reduce(0) { $0 + $1.rows } - size.height) }

  mutating func moveTo(row: Int, column: Int) {
    let top = top
    let target = min(max(row, top), top + size.height - 1)
    var first = 0
    for index in lines.indices {
      guard target >= first + lines[index].rows else {
        current = index
        return park(at: (target - first) * size.width + column)
      }
      first += lines[index].rows
    }
    lines += repeatElement(ScreenLine(), count: target - first + 1)
    current = lines.count - 1
    park(at: column)
  }
}
