/// Drawing on a frame. Everything outside the frame, or outside the given part of it, is left alone.
extension Frame {
  /// Draws a text in one row, from this point to the right, and answers the column behind it, at most the right edge of
  /// the visible part.
  ///
  /// Controls are left out. A wide character of which only one half is visible becomes a space there.
  @discardableResult
  public mutating func draw(
    _ text: String, at point: Point, style: Style = .plain, within clip: Rect? = nil
  ) -> Int {
    let clip = clip?.intersection(area) ?? area
    guard !clip.isEmpty, clip.rows.contains(point.y) else { return point.x }
    let (left, right) = (clip.columns.lowerBound, clip.columns.upperBound)
    var x = point.x
    // Most texts are plain: to find the characters of others costs several times as much.
    if let end = drawASCII(text, at: point, style: style, within: left..<right) { return end }
    for character in text {
      guard x < right else { break }
      guard let cell = Cell(character, style: style) else { continue }
      if left <= x, x + cell.width <= right {
        self[x, point.y] = cell
      } else {
        for column in max(x, left)..<max(left, min(x + cell.width, right)) {
          self[column, point.y] = .blank(style)
        }
      }
      x += cell.width
    }
    return min(x, max(point.x, right))
  }

  /// The same for a text of which the visible part, and all before it, is printable ASCII; for any other it does nothing
  /// and answers nil.
  private mutating func drawASCII(
    _ text: String, at point: Point, style: Style, within columns: Range<Int>
  ) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      let end = max(0, min(bytes.count, columns.upperBound - point.x))
      // A mark behind the last of them belongs to it.
      guard bytes.prefix(end + 1).allSatisfy(Cell.isPrintable) else { return nil }
      let first = max(0, columns.lowerBound - point.x)
      if first < end {
        for index in first..<end {
          self[point.x + index, point.y] = Cell(printable: bytes[index], style: style)
        }
      }
      return point.x + end
    }
  }

  /// Fills an area with one character; one that is not a single column wide fills with spaces.
  public mutating func fill(_ area: Rect, with character: Character = " ", style: Style = .plain) {
    let area = area.intersection(self.area)
    let cell = Cell(character, style: style).flatMap { $0.width == 1 ? $0 : nil } ?? .blank(style)
    for y in area.rows {
      for x in area.columns { self[x, y] = cell }
    }
  }

  /// Draws the outline of an area. An area of one row or one column is only a line.
  public mutating func drawBox(_ area: Rect, glyphs: BoxGlyphs, style: Style = .plain) {
    var inside = area
    let top = inside.cutTop(1)
    let bottom = inside.cutBottom(1)
    fill(inside.cutLeft(1), with: glyphs.vertical, style: style)
    fill(inside.cutRight(1), with: glyphs.vertical, style: style)
    drawRule(bottom, from: glyphs.bottomLeft, glyphs.horizontal, to: glyphs.bottomRight, style: style)
    drawRule(top, from: glyphs.topLeft, glyphs.horizontal, to: glyphs.topRight, style: style)
  }

  /// Draws a line across an area of one row, with its own sign at either end.
  public mutating func drawRule(
    _ area: Rect, from start: Character, _ line: Character, to end: Character, style: Style = .plain
  ) {
    fill(area, with: line, style: style)
    draw(String(end), at: Point(x: area.x + area.width - 1, y: area.y), style: style, within: area)
    draw(String(start), at: area.origin, style: style, within: area)
  }
}
