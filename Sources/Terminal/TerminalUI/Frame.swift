/// A picture of a terminal: a rectangle of cells.
///
/// Reading outside the frame returns a blank, and writing outside has no effect, so drawing is clipped and
/// cannot fail. A frame never contains half of a wide cell: writing to one half blanks the other.
public struct Frame: Equatable, Sendable {
  public let size: Size
  private var cells: [Cell]

  /// A frame of blanks.
  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  /// All cells of the frame.
  public var area: Rect { Rect(size) }

  /// The cell in column `x` of row `y`. A wide cell that would extend beyond the right edge is replaced by a
  /// blank.
  public subscript(x: Int, y: Int) -> Cell {
    get { contains(x, y) ? cells[y * size.width + x] : .blank }
    set {
      // A right half is only written together with its left half.
      guard contains(x, y), newValue.width > 0 else { return }
      guard newValue.width == 1 || x + 1 < size.width else {
        self[x, y] = .blank(newValue.style)
        return
      }
      let index = y * size.width + x
      separate(at: x, index)
      cells[index] = newValue
      guard newValue.width == 2 else { return }
      separate(at: x + 1, index + 1)
      cells[index + 1] = .rightHalf(newValue.style)
    }
  }

  /// The cell at this point.
  public subscript(point: Point) -> Cell {
    get { self[point.x, point.y] }
    set { self[point.x, point.y] = newValue }
  }

  /// The cells of one row, from left to right; empty if there is no such row.
  public func row(_ y: Int) -> ArraySlice<Cell> {
    guard 0 <= y, y < size.height else { return [] }
    return cells[(y * size.width)..<((y + 1) * size.width)]
  }

  /// The rows that differ from an earlier frame, from top to bottom. All rows if `earlier` is nil or has
  /// another size.
  public func changedRows(since earlier: Frame?) -> [Int] {
    guard let earlier, earlier.size == size else { return Array(0..<size.height) }
    let width = size.width
    // Comparing slices takes several times as long, and this is done for each picture.
    return cells.withUnsafeBufferPointer { cells in
      earlier.cells.withUnsafeBufferPointer { earlier in
        (0..<size.height).filter { y in (y * width..<(y + 1) * width).contains { cells[$0] != earlier[$0] } }
      }
    }
  }

  /// The columns from the first to the last cell of a row that differs from an earlier frame; empty if none
  /// does. They do not begin with a right half. All columns if `earlier` is nil or has another size.
  public func changedColumns(ofRow y: Int, since earlier: Frame?) -> Range<Int> {
    let row = row(y)
    guard let earlier, earlier.size == size else { return 0..<row.count }
    let before = earlier.row(y)
    guard var first = row.indices.first(where: { row[$0] != before[$0] }),
      let last = row.indices.last(where: { row[$0] != before[$0] })
    else { return 0..<0 }
    while first > row.startIndex, row[first].width == 0 { first -= 1 }
    return (first - row.startIndex)..<(last + 1 - row.startIndex)
  }

  /// Applies a change to the style of each cell in an area.
  public mutating func restyle(_ area: Rect, _ change: (Style) -> Style) {
    let area = area.intersection(self.area)
    for y in area.rows {
      for x in area.columns {
        let index = y * size.width + x
        cells[index].style = change(cells[index].style)
      }
    }
  }

  /// Replaces the cells in some columns of a row by others, which are one column wide. The columns must be in
  /// the frame.
  /// - Parameter cell: Returns the cell in a column.
  mutating func replace(_ columns: Range<Int>, ofRow y: Int, by cell: (_ column: Int) -> Cell) {
    guard let first = columns.first, let last = columns.last else { return }
    let start = y * size.width
    separate(at: first, start + first)
    separate(at: last, start + last)
    cells.withUnsafeMutableBufferPointer { cells in
      for column in columns { cells[start + column] = cell(column) }
    }
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    0 <= x && x < size.width && 0 <= y && y < size.height
  }

  /// Before one half of a wide cell is overwritten, blanks the other half.
  private mutating func separate(at x: Int, _ index: Int) {
    switch cells[index].width {
    case 0 where x > 0: cells[index - 1] = .blank(cells[index - 1].style)
    case 2 where x + 1 < size.width: cells[index + 1] = .blank(cells[index + 1].style)
    default: break
    }
  }
}
