/// A terminal as a grid of characters, which is simple and slow: the decoder must show the same rows.
///
/// It knows the movements, and text of one column for each character. Rows that leave the screen stay in the
/// grid, and cannot be reached any more.
struct ReferenceGrid {
  let width: Int
  let height: Int
  private(set) var rows: [[Character]] = [[]]
  private(set) var row = 0
  private(set) var column = 0
  private var saved: (row: Int, column: Int)?

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The first row of the present screen and those before it.
  private var start = 0

  private var top: Int { max(start, rows.count - height) }

  /// The columns up to the end of the row; without limit in the last row, which can continue in a new one.
  var room: Int { row == rows.count - 1 ? .max : width - column }

  mutating func write(_ text: String) {
    for character in text {
      if column == width { lineFeed() }
      set(character)
      column += 1
    }
  }

  mutating func lineFeed() {
    row += 1
    column = 0
    if row == rows.count { rows.append([]) }
  }

  mutating func moveToColumn(_ target: Int) { column = min(max(0, target), width - 1) }

  mutating func moveColumns(_ distance: Int) { moveToColumn(min(column, width - 1) + distance) }

  mutating func moveRows(_ distance: Int) {
    moveToRow(row + distance)
    column = min(column, width - 1)
  }

  mutating func save() { saved = (row - top, min(column, width - 1)) }

  mutating func restore() {
    guard let saved else { return }
    moveToRow(top + saved.row)
    column = saved.column
  }

  mutating func eraseToEndOfRow() { rows[row] = Array(rows[row].prefix(column)) }

  mutating func eraseRow() { rows[row] = [] }

  mutating func eraseBelow() {
    eraseToEndOfRow()
    for below in rows.indices.dropFirst(row + 1) { rows[below] = [] }
  }

  /// Inserts blanks at the cursor, or removes columns.
  mutating func shiftRow(by count: Int) {
    guard column < rows[row].count else { return }
    if count > 0 {
      rows[row].insert(contentsOf: repeatElement(" ", count: count), at: column)
    } else {
      rows[row].removeSubrange(column..<min(rows[row].count, column - count))
    }
    rows[row] = Array(rows[row].prefix(width))
  }

  mutating func erase(count: Int) {
    for place in rows[row].indices where place >= column && place < column + count { rows[row][place] = " " }
  }

  /// Begins a new screen. What was printed stays above it.
  mutating func reset() {
    while rows.last == [] { rows.removeLast() }
    start = rows.count
    rows.append([])
    (row, column, saved) = (start, 0, nil)
  }

  private mutating func moveToRow(_ target: Int) {
    row = min(max(target, top), top + height - 1)
    while rows.count <= row { rows.append([]) }
  }

  private mutating func set(_ character: Character) {
    while rows[row].count <= column { rows[row].append(" ") }
    rows[row][column] = character
  }

  /// The rows without blanks at their ends and blank rows at the end.
  var text: [String] {
    var text = rows.map { String($0).withoutBlanksAtEnd }
    while text.last == "" { text.removeLast() }
    return text
  }
}
