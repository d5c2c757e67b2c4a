internal import TerminalUI

/// The cells of a screen, with operations on ranges of cells. All positions are clipped.
struct VTGrid {
  struct Cell: Hashable {
    /// The character; empty for the right half of a wide character.
    var text: String
    var style: Style

    static func blank(_ style: Style = .plain) -> Cell {
      // An erased cell keeps only the background colour (terminfo `bce`).
      Cell(text: " ", style: Style(background: style.background))
    }
  }

  private(set) var size: Size
  private(set) var rows: [[Cell]]

  init(size: Size) {
    self.size = size
    rows = Array(repeating: Array(repeating: .blank(), count: size.width), count: size.height)
  }

  subscript(x: Int, y: Int) -> Cell {
    get { contains(x, y) ? rows[y][x] : .blank() }
    set { if contains(x, y) { rows[y][x] = newValue } }
  }

  /// Resizes the grid and keeps the upper left corner.
  mutating func resize(to new: Size) {
    var grid = VTGrid(size: new)
    for y in 0..<min(size.height, new.height) {
      for x in 0..<min(size.width, new.width) { grid.rows[y][x] = rows[y][x] }
    }
    self = grid
  }

  mutating func erase(row y: Int, columns: Range<Int>, style: Style) {
    guard rows.indices.contains(y) else { return }
    for x in columns.clamped(to: 0..<size.width) { rows[y][x] = .blank(style) }
  }

  mutating func erase(rows: Range<Int>, style: Style) {
    for y in rows.clamped(to: 0..<size.height) { erase(row: y, columns: 0..<size.width, style: style) }
  }

  mutating func insertCells(_ count: Int, x: Int, y: Int, style: Style) {
    guard contains(x, y) else { return }
    let count = min(count, size.width - x)
    rows[y].insert(contentsOf: Array(repeating: .blank(style), count: count), at: x)
    rows[y].removeLast(count)
  }

  mutating func deleteCells(_ count: Int, x: Int, y: Int, style: Style) {
    guard contains(x, y) else { return }
    let count = min(count, size.width - x)
    rows[y].removeSubrange(x..<(x + count))
    rows[y].append(contentsOf: Array(repeating: .blank(style), count: count))
  }

  /// Scrolls the rows of a region up, or down if `count` is negative. New rows are blank.
  mutating func scroll(_ region: Range<Int>, by count: Int, style: Style) {
    let region = region.clamped(to: 0..<size.height)
    let distance = min(abs(count), region.count)
    let blank = Array(repeating: Array(repeating: Cell.blank(style), count: size.width), count: distance)
    if count > 0 {
      rows.replaceSubrange(region, with: rows[region].dropFirst(distance) + blank)
    } else {
      rows.replaceSubrange(region, with: blank + rows[region].dropLast(distance))
    }
  }

  /// The rows, joined by line feeds, without trailing spaces.
  var text: String { rows.indices.map(text(ofRow:)).joined(separator: "\n") }

  /// One row without trailing spaces; empty if there is no such row.
  func text(ofRow y: Int) -> String {
    guard rows.indices.contains(y) else { return "" }
    var line = rows[y].map(\.text).joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    0 <= x && x < size.width && 0 <= y && y < size.height
  }
}
