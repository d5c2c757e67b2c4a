internal import TerminalUI

extension VTScreen {
  /// Writes a scalar at the cursor. Its width is that of `TextWidth`, which matches the C library.
  mutating func put(_ scalar: Unicode.Scalar) {
    let scalar = isDrawingLines ? VTScreen.lineDrawing[scalar] ?? scalar : scalar
    let width = TextWidth.of(scalar)
    guard width > 0 else {
      combine(scalar)
      return
    }
    if isWrapPending || cursor.x + width > size.width { wrap() }
    separateHalves(columns: cursor.x..<(cursor.x + width))
    grid[cursor.x, cursor.y] = VTGrid.Cell(text: String(scalar), style: style)
    if width == 2 { grid[cursor.x + 1, cursor.y] = VTGrid.Cell(text: "", style: style) }
    lastScalar = scalar
    let next = cursor.x + width
    if next >= size.width {
      moveCursor(x: size.width - 1, y: cursor.y)
      isWrapPending = modes.contains(7)
    } else {
      moveCursor(x: next, y: cursor.y)
    }
  }

  /// Moves the cursor down; scrolls at the end of the scroll region.
  mutating func lineFeed() {
    if cursor.y == scrollRegion.upperBound - 1 {
      grid.scroll(scrollRegion, by: 1, style: style)
      isWrapPending = false
    } else {
      moveCursor(x: cursor.x, y: cursor.y + 1)
    }
  }

  mutating func reverseLineFeed() {
    if cursor.y == scrollRegion.lowerBound {
      grid.scroll(scrollRegion, by: -1, style: style)
    } else {
      moveCursor(x: cursor.x, y: cursor.y - 1)
    }
  }

  private mutating func wrap() {
    guard modes.contains(7) else { return }
    moveCursor(x: 0, y: cursor.y)
    lineFeed()
  }

  /// Combines a mark with the character before the cursor.
  private mutating func combine(_ mark: Unicode.Scalar) {
    var x = isWrapPending ? cursor.x : cursor.x - 1
    if grid[x, cursor.y].text.isEmpty { x -= 1 }
    grid[x, cursor.y].text.unicodeScalars.append(mark)
  }

  /// If one half of a wide character is overwritten, the other half is erased.
  private mutating func separateHalves(columns: Range<Int>) {
    if grid[columns.lowerBound, cursor.y].text.isEmpty { grid[columns.lowerBound - 1, cursor.y].text = " " }
    if columns.upperBound < size.width, grid[columns.upperBound, cursor.y].text.isEmpty {
      grid[columns.upperBound, cursor.y].text = " "
    }
  }

  /// The box-drawing characters of the DEC set. `ESC ( 0` maps lower-case letters to them.
  private static let lineDrawing: [Unicode.Scalar: Unicode.Scalar] = [
    "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼", "q": "─", "t": "├", "u": "┤", "v": "┴", "w": "┬",
    "x": "│",
  ]
}
