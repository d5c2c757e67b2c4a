import Board
import TerminalUI

/// The title, whether the panel is read-only and whether its box has ended, the network requests in flight,
/// and the longest run.
struct TopLine: Widget {
  var state: Dashboard.State
  var isFramed: Bool

  func render(into frame: inout Frame, area: Rect) {
    let glyphs = state.glyphs
    let title = Span(isFramed ? " \(state.title) " : state.title, .strong)
    var status = status(isWide: area.width >= 60)
    if isFramed, !status.isEmpty { status = [Span(" ")] + status + [Span(" ")] }
    SplitLine(
      Line([title], ellipsis: glyphs.ellipsis), Line(status, ellipsis: glyphs.ellipsis),
      keeping: .trailing
    )
    .render(into: &frame, area: isFramed ? area.inset(horizontal: 2) : area)
  }

  private func status(isWide: Bool) -> [Span] {
    var parts: [[Span]] = state.isReadOnly ? [[Span("read-only", .warning)]] : []
    if state.isStale { parts.append([Span("the box has ended", .warning)]) }
    if state.network.isVisible, !state.isStale {
      let count = state.network.requests
      let words = isWide ? (count == 1 ? " 1 request" : " \(count) requests") : " \(count)"
      let spinner = Spinner(frameNumber: state.spinnerFrame, style: .accent, glyphs: state.glyphs)
      parts.append([spinner.span, Span(words)])
    }
    if let longest = state.longestRun {
      parts.append([Span((isWide ? "longest run " : "") + longest.wholeSeconds)])
    }
    return Array(parts.joined(separator: [Span(" \(state.glyphs.separator) ", .dim)]))
  }
}
