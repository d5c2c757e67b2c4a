/// A column of rows, scrolled so that the focused row is visible. Its first and last row may show how many
/// rows are hidden.
public struct List: Widget {
  /// Draws a row, by its index, into one row of the picture. Only rows that are visible are drawn.
  public typealias DrawRow = (_ index: Int, _ frame: inout Frame, _ area: Rect) -> Void

  /// The number of rows.
  public var count: Int
  /// The index of the first row shown in the previous picture.
  public var offset: Int
  /// The index of the row that must be visible; nil for none.
  public var focus: Int?
  public var glyphs: GlyphSet
  /// The minimum height for showing how many rows are hidden.
  public var marksFrom: Int
  private let drawRow: DrawRow

  public init(
    count: Int, offset: Int = 0, focus: Int? = nil, marksFrom: Int = 4, glyphs: GlyphSet,
    drawRow: @escaping DrawRow
  ) {
    self.count = count
    self.offset = offset
    self.focus = focus
    self.marksFrom = marksFrom
    self.glyphs = glyphs
    self.drawRow = drawRow
  }

  /// A list of rows that are widgets already.
  public init(
    _ rows: [some Widget], offset: Int = 0, focus: Int? = nil, marksFrom: Int = 4, glyphs: GlyphSet
  ) {
    self.init(count: rows.count, offset: offset, focus: focus, marksFrom: marksFrom, glyphs: glyphs) {
      rows[$0].render(into: &$1, area: $2)
    }
  }

  public func render(into frame: inout Frame, area: Rect) {
    let window = ScrollWindow(
      count: count, height: area.height, offset: offset, focus: focus, marksFrom: marksFrom)
    var area = area
    if window.hasMarkAbove {
      mark(glyphs.up, window.above).render(into: &frame, area: area.cutTop(1))
    }
    if window.hasMarkBelow {
      mark(glyphs.down, window.below).render(into: &frame, area: area.cutBottom(1))
    }
    for index in window.visible { drawRow(index, &frame, area.cutTop(1)) }
  }

  private func mark(_ arrow: Character, _ count: Int) -> Line {
    Line([Span("\(arrow) \(count) more", .dim)])
  }
}
