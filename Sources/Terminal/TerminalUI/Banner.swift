/// Rows that call for attention, with a coloured bar at their left.
public struct Banner: Widget {
  /// The rows, the most important first.
  public var rows: [SplitLine]
  /// The style of the bar.
  public var style: Style
  public var glyphs: GlyphSet

  public init(_ rows: [SplitLine], style: Style, glyphs: GlyphSet) {
    self.rows = rows
    self.style = style
    self.glyphs = glyphs
  }

  /// Draws as many rows as fit, starting with the first.
  public func render(into frame: inout Frame, area: Rect) {
    for (index, line) in rows.prefix(area.height).enumerated() {
      var row = area.row(index)
      frame.fill(row.cutLeft(1), with: glyphs.bar, style: style)
      _ = row.cutLeft(1)
      line.render(into: &frame, area: row)
    }
  }
}
