/// A column of rows, scrolled so that the focused row is visible. Its first and last row may show how many
/// rows are hidden.
public struct List<Row: Widget>: Widget {
  public var rows: [Row]
  /// The index of the first row shown in the previous picture.
  public var offset: Int
  /// The index of the row that must be visible; nil for none.
  public var focus: Int?
  public var glyphs: GlyphSet
  /// The minimum height for showing how many rows are hidden.
  public var marksFrom: Int

  public init(_ rows: [Row], offset: Int = 0, focus: Int? = nil, marksFrom: Int = 4, glyphs: GlyphSet) {
    self.rows = rows
    self.offset = offset
    self.focus = focus
    self.marksFrom = marksFrom
    self.glyphs = glyphs
  }

  public func render(into frame: inout Frame, area: Rect) {
    ScrollWindow(count: rows.count, height: area.height, offset: offset, focus: focus, marksFrom: marksFrom)
      .render(into: &frame, area: area, glyphs: glyphs) { rows[$0].render(into: &$1, area: $2) }
  }
}

extension ScrollWindow {
  /// Draws the visible rows of a list and the marks.
  /// - Parameter drawRow: Draws a row, by its index, into one row of the picture.
  public func render(
    into frame: inout Frame, area: Rect, glyphs: GlyphSet,
    drawRow: (_ index: Int, _ frame: inout Frame, _ area: Rect) -> Void
  ) {
    if hasMarkAbove { mark(glyphs.up, above).render(into: &frame, area: area.row(0)) }
    if hasMarkBelow { mark(glyphs.down, below).render(into: &frame, area: area.row(area.height - 1)) }
    for index in visible {
      if let row = row(ofIndex: index) { drawRow(index, &frame, area.row(row)) }
    }
  }

  private func mark(_ arrow: Character, _ count: Int) -> Line {
    Line([Span("\(arrow) \(count) more", .dim)])
  }
}
