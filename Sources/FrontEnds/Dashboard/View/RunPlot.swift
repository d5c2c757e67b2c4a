import Board
import Boundary
import TerminalUI

/// The times of the last runs as bars of several rows, the newest at the right; a sign stands for a run that
/// did not succeed. The highest bar has its time at the left.
struct RunPlot: Widget {
  var trend: RunTrend
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let (scale, label) = (trend.scale, trend.scale.text)
    var rest = area
    let labels = rest.cutLeft(TextWidth.of(label) + 1)
    Line([Span(label, .dim)], alignment: .right).render(
      into: &frame, area: labels.row(0).cut(left: labels.width - 1))
    guard rest.width > 0, rest.height > 0 else { return }
    frame.fill(rest.cutLeft(1), with: glyphs.box.vertical, style: .dim)
    // Bars of two columns are easier to see, if there is room.
    let width = trend.points.count * 2 <= rest.width ? 2 : 1
    for (place, point) in trend.points.suffix(rest.width / width).enumerated() {
      let column = Rect(x: rest.x + place * width, y: rest.y, width: 1, height: rest.height)
      switch point {
      case .succeeded(let time): bar(time / max(scale, .nanoseconds(1)), into: &frame, column)
      case .failed: sign(glyphs.failed, .failure, into: &frame, column)
      case .cancelled: sign(glyphs.cancelled, .warning, into: &frame, column)
      }
    }
  }

  private func sign(_ sign: Character, _ style: Style, into frame: inout Frame, _ column: Rect) {
    frame.fill(column.row(column.height - 1), with: sign, style: style)
  }

  /// - Parameter fraction: From 0 to 1.
  private func bar(_ fraction: Double, into frame: inout Frame, _ column: Rect) {
    let bars = glyphs.sparkline
    let steps = max(1, Int((fraction * Double(column.height * bars.count)).rounded()))
    for row in 0..<column.height {
      let rest = min(bars.count, steps - row * bars.count)
      guard rest > 0 else { return }
      frame.fill(column.row(column.height - 1 - row), with: bars[rest - 1], style: .running)
    }
  }
}
