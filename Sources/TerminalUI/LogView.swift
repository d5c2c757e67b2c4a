/// The rows of a log: the last ones, or those from a given row on. Long rows are cut, not wrapped, so that a row of the log
/// is a row of the picture.
public struct LogView: Widget {
  public enum Position: Hashable, Sendable {
    /// At the end, and staying there as rows are added.
    case following
    /// From this row on, counted from zero.
    case from(Int)
  }

  public var rows: [Span]
  public var position: Position
  public var glyphs: GlyphSet

  public init(_ rows: [Span], position: Position = .following, glyphs: GlyphSet) {
    self.rows = rows
    self.position = position
    self.glyphs = glyphs
  }

  /// The rows that are visible in so many rows of a picture.
  public static func visible(count: Int, position: Position, height: Int) -> Range<Int> {
    let height = min(max(0, height), count)
    let first =
      switch position {
      case .following: count - height
      case .from(let row): min(max(0, row), count - height)
      }
    return first..<(first + height)
  }

  public func render(into frame: inout Frame, area: Rect) {
    let visible = LogView.visible(count: rows.count, position: position, height: area.height)
    for (index, row) in rows[visible].enumerated() {
      Line([row], ellipsis: glyphs.ellipsis).render(into: &frame, area: area.row(index))
    }
  }
}
