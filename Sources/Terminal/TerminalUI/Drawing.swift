/// Drawing on a frame. Cells outside the frame, or outside the given clip rectangle, are not changed.
extension Frame {
  /// Draws a text in one row, starting at this point. Returns the column after the text, which is at most the
  /// right edge of the visible part.
  ///
  /// Control characters are skipped. A wide character of which only one half is visible is replaced by a
  /// space.
  @discardableResult
  public mutating func draw(
    _ text: String, at point: Point, style: Style = .plain, within clip: Rect? = nil
  ) -> Int {
    let clip = clip?.intersection(area) ?? area
    guard !clip.isEmpty, clip.rows.contains(point.y) else { return point.x }
    let (left, right) = (clip.columns.lowerBound, clip.columns.upperBound)
    // Most texts are ASCII, and most others have signs and lines between it. Finding the characters of a text
    // takes several times as long.
    if let end = drawASCII(text, at: point, style: style, within: left..<right) { return end }
    var x = point.x
    if text.unicodeScalars.allSatisfy(TextWidth.isCharacter) {
      for scalar in text.unicodeScalars {
        guard x < right else { break }
        put(Cell(character: scalar, style: style), at: &x, row: point.y, within: left..<right)
      }
    } else {
      for character in text {
        guard x < right else { break }
        guard let cell = Cell(character, style: style) else { continue }
        put(cell, at: &x, row: point.y, within: left..<right)
      }
    }
    return min(x, max(point.x, right))
  }

  /// Draws a cell in column `x`, and advances `x` by its width.
  private mutating func put(_ cell: Cell, at x: inout Int, row y: Int, within columns: Range<Int>) {
    if columns.lowerBound <= x, x + cell.width <= columns.upperBound {
      self[x, y] = cell
    } else {
      let end = max(columns.lowerBound, min(x + cell.width, columns.upperBound))
      for column in max(x, columns.lowerBound)..<end { self[column, y] = .blank(cell.style) }
    }
    x += cell.width
  }

  /// Draws a text whose characters up to the right edge of the visible part are all printable ASCII.
  /// Otherwise, draws nothing and returns nil.
  private mutating func drawASCII(
    _ text: String, at point: Point, style: Style, within columns: Range<Int>
  ) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      let end = max(0, min(bytes.count, columns.upperBound - point.x))
      // The byte after the last drawn character is checked too, because it may begin a combining mark on that
      // character.
      guard bytes.prefix(end + 1).allSatisfy(Cell.isPrintable) else { return nil }
      let first = max(0, columns.lowerBound - point.x)
      if first < end {
        replace((point.x + first)..<(point.x + end), ofRow: point.y) { column in
          Cell(printable: bytes[column - point.x], style: style)
        }
      }
      return point.x + end
    }
  }

  /// Fills an area with one character. If the character is not exactly one column wide, fills with spaces.
  public mutating func fill(_ area: Rect, with character: Character = " ", style: Style = .plain) {
    let area = area.intersection(self.area)
    let cell = Cell(character, style: style).flatMap { $0.width == 1 ? $0 : nil } ?? .blank(style)
    for y in area.rows { replace(area.columns, ofRow: y) { _ in cell } }
  }

  /// Draws a bar over a row that was drawn: it is the chosen one. Its texts keep their colours.
  /// - Parameter name: The part of the row that says what was chosen. It is drawn in reverse video where the
  ///   row has no tint.
  public mutating func drawBar(over row: Rect, name: Rect) {
    restyle(row) { $0.inBar }
    restyle(row.intersection(name)) { $0.inBarName }
  }

  /// Draws the outline of an area. If the area has only one row or one column, draws a line.
  public mutating func drawBox(_ area: Rect, glyphs: BoxGlyphs, style: Style = .plain) {
    var inside = area
    let top = inside.cutTop(1)
    let bottom = inside.cutBottom(1)
    fill(inside.cutLeft(1), with: glyphs.vertical, style: style)
    fill(inside.cutRight(1), with: glyphs.vertical, style: style)
    drawRule(bottom, from: glyphs.bottomLeft, glyphs.horizontal, to: glyphs.bottomRight, style: style)
    drawRule(top, from: glyphs.topLeft, glyphs.horizontal, to: glyphs.topRight, style: style)
  }

  /// Draws a line across an area of one row, with a separate character at each end.
  public mutating func drawRule(
    _ area: Rect, from start: Character, _ line: Character, to end: Character, style: Style = .plain
  ) {
    fill(area, with: line, style: style)
    draw(String(end), at: Point(x: area.x + area.width - 1, y: area.y), style: style, within: area)
    draw(String(start), at: area.origin, style: style, within: area)
  }
}
