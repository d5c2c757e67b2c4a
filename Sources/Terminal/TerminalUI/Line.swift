/// One row of styled text.
///
///     Line(["Build ", Span("failed", .failure)], ellipsis: glyphs.ellipsis)
public struct Line: Widget, Hashable {
  /// The position of a line that is shorter than its area.
  public enum Alignment: Hashable, Sendable {
    case left, right
  }

  /// The pieces from left to right.
  public var spans: [Span]
  public var alignment: Alignment
  /// Drawn in the last column if the text is too long; if nil, the text is truncated without a sign.
  public var ellipsis: Character?

  public init(_ spans: [Span], alignment: Alignment = .left, ellipsis: Character? = nil) {
    self.spans = spans
    self.alignment = alignment
    self.ellipsis = ellipsis
  }

  /// The width of the whole text in columns.
  public var width: Int { spans.reduce(0) { $0 + $1.width } }

  /// Draws into the first row of the area.
  public func render(into frame: inout Frame, area: Rect) {
    let row = area.row(0)
    guard !row.isEmpty else { return }
    let width = self.width
    guard width <= row.width else { return renderCut(into: &frame, row: row) }
    var x = alignment == .left ? row.x : row.x + row.width - width
    for span in spans {
      x = frame.draw(span.text, at: Point(x: x, y: row.y), style: span.style, within: row)
    }
  }

  private func renderCut(into frame: inout Frame, row: Rect) {
    var clip = row
    let mark = clip.cutRight(ellipsis == nil ? 0 : 1)
    var x = row.x
    for span in spans {
      let end = x + span.width
      frame.draw(span.text, at: Point(x: x, y: row.y), style: span.style, within: clip)
      if let ellipsis, end > clip.columns.upperBound {
        frame.draw(String(ellipsis), at: mark.origin, style: span.style, within: mark)
        return
      }
      x = end
    }
  }
}
