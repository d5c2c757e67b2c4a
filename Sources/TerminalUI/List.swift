/// A column of rows, scrolled so that the focused row is visible. Its first and last row may show how many
/// rows are hidden.
public struct List<Rows: RandomAccessCollection>: Widget where Rows.Element: Widget, Rows.Index == Int {
  /// The rows. Each draws into one row of the picture. Only those that are visible are read, so that a long list can be a
  /// lazy one.
  public var rows: Rows
  /// The index of the first row shown in the previous picture.
  public var offset: Int
  /// The index of the row that must be visible; nil for none.
  public var focus: Int?
  public var glyphs: GlyphSet
  /// The minimum height for showing how many rows are hidden.
  public var marksFrom: Int

  public init(
    _ rows: Rows, offset: Int = 0, focus: Int? = nil, marksFrom: Int = 4, glyphs: GlyphSet
  ) {
    self.rows = rows
    self.offset = offset
    self.focus = focus
    self.marksFrom = marksFrom
    self.glyphs = glyphs
  }

  public func render(into frame: inout Frame, area: Rect) {
    let window = ScrollWindow(
      count: rows.count, height: area.height, offset: offset, focus: focus, marksFrom: marksFrom)
    var area = area
    if window.hasMarkAbove {
      mark(glyphs.up, window.above).render(into: &frame, area: area.cutTop(1))
    }
    if window.hasMarkBelow {
      mark(glyphs.down, window.below).render(into: &frame, area: area.cutBottom(1))
    }
    for index in window.visible {
      rows[index].render(into: &frame, area: area.cutTop(1))
    }
  }

  private func mark(_ arrow: Character, _ count: Int) -> Line {
    Line([Span("\(arrow) \(count) more", .dim)])
  }
}
