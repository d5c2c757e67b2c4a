/// Values beside each other as bars of one cell, scaled from zero to the largest of them.
///
/// With less room than values the last ones are shown. A sign can stand in the place of a value, so that what is missing
/// is not told by colour alone.
public struct Sparkline: Widget, Hashable {
  /// What one cell shows.
  public enum Point: Hashable, Sendable {
    /// A value from zero up; less is drawn as zero, and what is no number as nothing.
    case value(Double)
    /// There is no value, for a reason that the sign tells.
    case sign(Character, Style)
  }

  /// From left to right.
  public var points: [Point]
  public var style: Style
  public var glyphs: GlyphSet

  public init(_ points: [Point], style: Style = .running, glyphs: GlyphSet) {
    self.points = points
    self.style = style
    self.glyphs = glyphs
  }

  /// Draws into the first row of the area.
  public func render(into frame: inout Frame, area: Rect) {
    line(width: area.width).render(into: &frame, area: area)
  }

  /// The bars in at most so many columns, to be used as part of a row.
  public func line(width: Int) -> Line {
    let shown = points.suffix(max(0, width))
    let largest = shown.compactMap(\.finiteValue).max() ?? 0
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
