import TerminalUI

/// The trend of an action in the row of its button: the last runs as bars, and their success rate.
struct TrendCell: Widget {
  /// The number of runs shown as bars.
  static let pointCount = 12
  /// The width of the bars, a gap and a percentage.
  static let width = pointCount + 5

  var trend: Dashboard.Trend
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let bars = trend.sparkline(glyphs).line(width: Self.pointCount)
    let percent = trend.successRate.map { " " + Gauge.percent($0) } ?? ""
    Line(bars.spans + [Span(percent, .dim)], alignment: .right).render(into: &frame, area: area)
  }
}
