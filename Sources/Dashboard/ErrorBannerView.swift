import TerminalUI

/// The error that matters most: what happened, and below it where, since when, and for how long it stays.
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
          Line([Span("  \(error.source)"), Span(circumstances, .dim)], ellipsis: glyphs.ellipsis),
          countdown(width: area.width), keeping: .trailing),
      ], style: style, glyphs: glyphs
    )
    .render(into: &frame, area: area)
  }

  private var style: Style { error.priority == .low ? .warning : .failure }

  private var more: String { error.moreCount > 0 ? "\(error.moreCount) more" : "" }

  private var circumstances: String {
    let separator = " \(glyphs.separator) "
    let priority = error.priority == .normal ? "" : "\(separator)\(error.priority.rawValue) priority"
    return "\(priority)\(separator)since \(error.since)"
  }

  /// The time that is left, with a bar where there is room for one.
  private func countdown(width: Int) -> Line {
    guard let reset = error.reset else { return Line([]) }
    let words = Span("resets in \(reset.remaining.wholeSeconds)", .dim)
    guard width >= 60 else { return Line([words]) }
    let bar = Gauge(.fraction(reset.fraction), style: style, glyphs: glyphs).line(width: 8)
    return Line([words, Span(" ")] + bar.spans)
  }
}
