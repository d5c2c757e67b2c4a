import Boundary
import TerminalUI

/// The heading of a group of buttons, at the left of their keys. That of a folded one counts what is hidden,
/// and can be chosen.
struct GroupHeading: Widget {
  var name: String
  var isFolded: Bool
  var isFocused: Bool
  var hasBar = true
  var members: [Dashboard.Button]
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let sign = isFocused ? glyphs.focus : isFolded ? glyphs.folded : glyphs.unfolded
    let facts = isFolded ? counts : []
    Line([Span("\(sign) ", .dim), Span(name, .strong)] + facts, ellipsis: glyphs.ellipsis)
      .render(into: &frame, area: area)
    let title = area.row(0).cut(left: 2 + TextWidth.of(name))
    if isFocused, hasBar { frame.drawBar(over: area.row(0), name: title) }
  }

  private var counts: [Span] {
    let overview = Dashboard.ButtonOverview(members)
    let counts: [(Int, String, Style)] = [
      (members.count, members.count == 1 ? "action" : "actions", .dim),
      (overview.asking, overview.asking == 1 ? "asks" : "ask", .question),
      (overview.running, "running", .running),
      (overview.ready, "ready", .success),
      (overview.planned, "planned", .running),
      (overview.failed, "failed", .failure),
    ]
    return [Span("  ")]
      + Array(
        counts.filter { $0.0 > 0 }.map { [Span("\($0.0) \($0.1)", $0.2)] }
          .joined(separator: [Span(" \(glyphs.separator) ", .dim)]))
  }
}
