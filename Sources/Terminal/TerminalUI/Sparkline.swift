/// A row of values drawn as bars, each in one cell, scaled from zero to the largest value, or to a floor that
/// is larger.
///
/// If there are more values than columns, the last ones are shown. A sign can replace a value, so that a
/// missing value is not shown by colour alone.
public struct Sparkline: Widget, Hashable {
  /// The content of one cell.
  public enum Point: Hashable, Sendable {
    /// A value of at least zero. Negative values are drawn as zero, NaN as a blank.
    case value(Double)
    /// A sign in place of a missing value; it shows the reason.
    case sign(Character, Style)
  }

  /// The points, from left to right.
  public var points: [Point]
  /// The least value that the highest bar stands for: without it, small differences look large.
  public var floor: Double
  public var style: Style
  public var glyphs: GlyphSet

  public init(_ points: [Point], floor: Double = 0, style: Style = .running, glyphs: GlyphSet) {
    self.points = points
    self.floor = floor
    self.style = style
    self.glyphs = glyphs
  }

  /// Draws into the first row of the area.
  public func render(into frame: inout Frame, area: Rect) {
    line(width: area.width).render(into: &frame, area: area)
  }

  /// The bars in at most `width` columns, to be used as a part of a row.
  public func line(width: Int) -> Line {
    let shown = points.suffix(max(0, width))
    let largest = shown.compactMap(\.finiteValue).max().map { max($0, floor) } ?? 0
    return Line(
      shown.map { point in
        switch point {
        case .value(let value): Span(String(bar(value, largest: largest)), style)
        case .sign(let sign, let style): Span(String(sign), style)
        }
      })
  }

  private func bar(_ value: Double, largest: Double) -> Character {
    let bars = glyphs.sparkline
    if value.isNaN { return " " }
    guard value > 0, let highest = bars.last else { return bars.first ?? " " }
    guard value < largest else { return highest }
    return bars[min(bars.count - 1, Int(value / largest * Double(bars.count)))]
  }
}

extension Sparkline.Point {
  fileprivate var finiteValue: Double? {
    if case .value(let value) = self, value.isFinite { value } else { nil }
  }
}
