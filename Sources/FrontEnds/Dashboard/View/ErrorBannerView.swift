import Board
import SignalboxCore
import TerminalUI

/// The most important error, as a heading of the output: the source, the message, the priority, the number of
/// other errors, and the time left until it disappears.
struct ErrorBannerView: Widget, Equatable {
  var error: Dashboard.ErrorBanner
  var ends: Divider.Ends
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    guard !area.isEmpty else { return }
    ends.rule(into: &frame, area: area, glyphs: glyphs)
    let isNarrow = area.width < 40
    let row = area.inset(horizontal: isNarrow ? 0 : 2)
    let what = Line(
      [Span("\(isNarrow ? "" : " ")\(glyphs.failed) \(error.source): \(error.message) ", style)],
      ellipsis: glyphs.ellipsis)
    SplitLine(what, circumstances(width: row.width - 2 - what.width)).render(into: &frame, area: row)
  }

  private var style: Style { error.priority == .low ? .warning : .failure }

  /// The most detailed text that fits.
  private func circumstances(width: Int) -> Line {
    let priority = error.priority == .normal ? "" : "\(error.priority)"
    let more = error.moreCount > 0 ? "\(error.moreCount) more" : ""
    let time = error.reset.map { "resets in \($0.remaining.wholeSeconds)" } ?? "since \(error.since)"
    let bar = error.reset.map { Gauge(.fraction($0.fraction), style: style, glyphs: glyphs).line(width: 8) }
    let candidates: [([String], Line?)] = [
      ([more, priority, time], bar), ([more, priority, time], nil), ([more, time], nil), ([more], nil),
    ]
    for (words, bar) in candidates {
      let text = words.filter { !$0.isEmpty }.joined(separator: " \(glyphs.separator) ")
      let line = Line(
        text.isEmpty ? [] : [Span(" \(text) ")] + (bar.map { $0.spans + [Span(" ")] } ?? []))
      if line.width <= width { return line }
    }
    return Line([])
  }
}
