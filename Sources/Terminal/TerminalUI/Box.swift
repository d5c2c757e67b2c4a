/// A box in the middle of a dimmed picture, with its title in the top edge.
public struct Box: Sendable {
  public var title: String
  public var glyphs: GlyphSet

  public init(title: String, glyphs: GlyphSet) {
    self.title = title
    self.glyphs = glyphs
  }

  /// Dims the area and draws an empty box with this outer size, or as much of it as fits. Returns the area
  /// for the content of the box; nil if there is no room for content.
  public func open(in frame: inout Frame, area: Rect, size: Size) -> Rect? {
    frame.restyle(area) { _ in .dim }
    let outline = area.centered(size)
    frame.fill(outline)
    frame.drawBox(outline, glyphs: glyphs.box, style: .accent)
    let heading = outline.row(0).inset(horizontal: 2)
    Line([Span(" \(title) ", .strong)], ellipsis: glyphs.ellipsis).render(into: &frame, area: heading)
    let inside = outline.inset(horizontal: 2, vertical: 1)
    return inside.isEmpty ? nil : inside
  }
}
