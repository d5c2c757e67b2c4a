import Board
import Boundary
import TerminalUI

/// The title, whether the panel is read-only and whether its box has ended, the network requests in flight,
/// and how many actions are running, failed and locked.
struct TopLine: Widget {
  var state: Dashboard.State
  var isFramed: Bool

  func render(into frame: inout Frame, area: Rect) {
    let glyphs = state.glyphs
    let title = Span(isFramed ? " \(state.title) " : state.title, .strong)
    let area = isFramed ? area.inset(horizontal: 2) : area
    let detailed = status(isWide: true)
    let isWide = title.width + detailed.width + 2 <= area.width
    SplitLine(
      Line([title], ellipsis: glyphs.ellipsis),
      Line(isWide ? detailed.spans : status(isWide: false).spans, ellipsis: glyphs.ellipsis),
      keeping: .trailing
    )
    .render(into: &frame, area: area)
  }

  private func status(isWide: Bool) -> Line {
    var parts: [[Span]] = state.isReadOnly ? [[Span("read-only", .warning)]] : []
    if state.isStale { parts.append([Span("the box has ended", .warning)]) }
    if state.network.isVisible, !state.isStale {
      let count = state.network.requests
      let words = isWide ? (count == 1 ? " 1 request" : " \(count) requests") : " \(count)"
      let spinner = Spinner(frameNumber: state.spinnerFrame, style: .accent, glyphs: state.glyphs)
      parts.append([spinner.span, Span(words)])
    }
    parts += counts(isWide: isWide)
    let spans = Array(parts.joined(separator: [Span(" \(state.glyphs.separator) ", .dim)]))
    return Line(isFramed && !spans.isEmpty ? [Span(" ")] + spans + [Span(" ")] : spans)
  }

  /// How many actions are in a state, without those that are none.
  private func counts(isWide: Bool) -> [[Span]] {
    let glyphs = state.glyphs
    let counts: [(Int, String, Character, Style)] = [
      (state.overview.running, "running", glyphs.running, .running),
      (state.overview.failed, "failed", glyphs.failed, .failure),
      (state.overview.locked, "locked", glyphs.locked, .dim),
    ]
    return counts.filter { $0.0 > 0 }.map { count, word, sign, style in
      [Span(isWide ? "\(count) \(word)" : "\(sign) \(count)", style)]
    }
  }
}
