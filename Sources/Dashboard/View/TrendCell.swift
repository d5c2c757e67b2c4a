import Boundary
import TerminalUI

/// The trend of an action in the row of its button: the last runs as bars, and their success rate.
struct TrendCell: Widget {
  /// The width of the bars, a gap and a percentage.
  static let width = RunTrend.pointLimit + 5

  var trend: RunTrend
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let bars = trend.sparkline(glyphs).line(width: RunTrend.pointLimit)
    let percent = trend.successRate.map { " " + Gauge.percent($0) } ?? ""
    Line(bars.spans + [Span(percent, .dim)], alignment: .right).render(into: &frame, area: area)
  }
}

extension RunTrend {
  /// A chart with a bar for each success and a sign for every other run.
  func sparkline(_ glyphs: GlyphSet) -> Sparkline {
    Sparkline(
      points.map { point in
        switch point {
        case .succeeded(let time): .value(time / .milliseconds(1))
        case .failed: .sign(glyphs.failed, .failure)
        case .cancelled: .sign(glyphs.cancelled, .warning)
        }
      }, glyphs: glyphs)
  }
}
