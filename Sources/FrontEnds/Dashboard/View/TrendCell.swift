import Boundary
import TerminalUI

/// The trend of an action in the row of its button: the last runs as bars, and their success rate.
struct TrendCell: Widget {
  /// The width of the bars, a gap and "100% ok".
  static let width = RunTrend.pointLimit + 8

  var trend: RunTrend
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let bars = trend.sparkline(glyphs, style: .dim).line(width: RunTrend.pointLimit)
    let rate = trend.successRate.map { " \(Gauge.percent($0)) ok" } ?? ""
    Line(bars.spans + [Span(rate, .dim)], alignment: .right).render(into: &frame, area: area)
  }
}

extension RunTrend {
  /// The least time that the highest bar stands for.
  private static let smallestScale = Duration.milliseconds(20)

  /// The time that the highest bar stands for: the longest one, but at least twice the usual one.
  var scale: Duration {
    let times = points.compactMap { if case .succeeded(let time) = $0 { time } else { nil } }.sorted()
    let usual = times.isEmpty ? .zero : times[times.count / 2]
    return max(times.last ?? .zero, usual * 2, Self.smallestScale)
  }

  /// A chart with a bar for each success and a sign for every other run. A usual time has half the height.
  func sparkline(_ glyphs: GlyphSet, style: Style = .running) -> Sparkline {
    Sparkline(
      points.map { point in
        switch point {
        case .succeeded(let time): .value(time / .milliseconds(1))
        case .failed: .sign(glyphs.failed, .failure)
        case .cancelled: .sign(glyphs.cancelled, .warning)
        }
      }, floor: scale / .milliseconds(1), style: style, glyphs: glyphs)
  }
}
