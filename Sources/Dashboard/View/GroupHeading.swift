import Boundary
import TerminalUI

/// The heading of a group of buttons. That of a folded one counts what is hidden.
struct GroupHeading: Widget {
  var name: String
  var isFolded: Bool
  var isFocused: Bool
  var focusStyle = Style.key
  var members: [Dashboard.Button]
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let mark = Span(isFocused ? "\(glyphs.focus) " : "  ", focusStyle)
    let sign = Span("\(isFolded ? glyphs.folded : glyphs.unfolded) ", .dim)
    let facts = isFolded ? counts : []
    Line([mark, sign, Span(name, .strong)] + facts, ellipsis: glyphs.ellipsis)
      .render(into: &frame, area: area)
  }

  private var counts: [Span] {
    let counts: [(Int, String, Style)] = [
      (members.count, members.count == 1 ? "action" : "actions", .dim),
      (members.count { $0.phase.isPresent }, "running", .running),
      (members.count { $0.phase == .failed }, "failed", .failure),
    ]
    return [Span("  ")]
      + Array(
        counts.filter { $0.0 > 0 }.map { [Span("\($0.0) \($0.1)", $0.2)] }
          .joined(separator: [Span(" \(glyphs.separator) ", .dim)]))
  }
}

/// A row of the button list.
enum ButtonListRow: Widget {
  case heading(GroupHeading)
  case button(ButtonRow)

  func render(into frame: inout Frame, area: Rect) {
    switch self {
    case .heading(let heading): heading.render(into: &frame, area: area)
    case .button(let button): button.render(into: &frame, area: area)
    }
  }
}
