import TerminalUI

/// The line above a part of the board, with the name of the part on the left and a remark on the right.
struct Divider: Widget {
  /// How the ends of the line connect to other lines.
  enum Ends {
    /// They connect to none.
    case free
    /// Both ends connect to a vertical line.
    case joints
    /// The left end connects to a vertical line.
    case leftJoint
    /// It is the top edge of the output, at the right of the title.
    case upperEdge
    /// Like `upperEdge`, but without a frame.
    case corner
  }

  var title: String
  var remark = ""
  /// Whether the part below the line has the focus.
  var isFocused = false
  var ends: Ends
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    guard !area.isEmpty else { return }
    ends.rule(into: &frame, area: area, glyphs: glyphs)
    SplitLine(
      Line(
        isFocused
          ? [Span("\(glyphs.focus)\(title) ", .highlight)] : [Span(" \(title) ", .strong)],
        ellipsis: glyphs.ellipsis),
      Line(remark.isEmpty ? [] : [Span(" \(remark) ", .dim)])
    )
    .render(into: &frame, area: area.inset(horizontal: 2))
  }
}

extension Divider.Ends {
  /// Draws the line without a text.
  func rule(into frame: inout Frame, area: Rect, glyphs: GlyphSet) {
    let box = glyphs.box
    let (start, end): (Character, Character) =
      switch self {
      case .free: (box.horizontal, box.horizontal)
      case .joints: (box.leftJoint, box.rightJoint)
      case .upperEdge: (box.topJoint, box.topRight)
      case .corner: (box.topLeft, box.horizontal)
      case .leftJoint: (box.leftJoint, box.horizontal)
      }
    frame.drawRule(area, from: start, box.horizontal, to: end, style: .dim)
  }
}
