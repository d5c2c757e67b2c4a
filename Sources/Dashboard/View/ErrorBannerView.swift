import Board
import SignalboxCore
import TerminalUI

/// The most important error: its message, and below it the source, the time, and the time left until it
/// disappears.
struct ErrorBannerView: Widget {
  var error: Dashboard.ErrorBanner
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    Banner(
      [
        SplitLine(
          Line([Span("\(glyphs.failed) \(error.message)", style)], ellipsis: glyphs.ellipsis),
          Line([Span(more, .strong)])),
        SplitLine(
          circumstances, countdown(width: area.width - 2 - circumstances.width), keeping: .trailing),
      ], style: style, glyphs: glyphs
    )
    .render(into: &frame, area: area)
  }

  private var style: Style { error.priority == .low ? .warning : .failure }

  private var more: String { error.moreCount > 0 ? "\(error.moreCount) more" : "" }

  private var circumstances: Line {
    let separator = " \(glyphs.separator) "
    let priority = error.priority == .normal ? "" : "\(separator)\(error.priority) priority"
    return Line(
      [Span("  \(error.source)"), Span("\(priority)\(separator)since \(error.since)", .dim)],
      ellipsis: glyphs.ellipsis)
  }

  /// The time left, with a bar if there is room for it.
  private func countdown(width: Int) -> Line {
    guard let reset = error.reset else { return Line([]) }
    let words = Span("resets in \(reset.remaining.wholeSeconds)", .dim)
    let bar = Gauge(.fraction(reset.fraction), style: style, glyphs: glyphs).line(width: 8)
    let both = Line([words, Span(" ")] + bar.spans)
    return both.width + 2 <= width ? both : Line([words])
  }
}
