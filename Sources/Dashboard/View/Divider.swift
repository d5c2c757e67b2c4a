import TerminalUI

/// The line above a part of the board, with the name of the part on the left and a remark on the right.
struct Divider: Widget {
  /// How the ends of the line connect to other lines.
  enum Ends {
    /// They connect to none.
    case free
    /// Both ends connect to a vertical line.
    case joints
    /// The right end connects to a vertical line.
    case rightJoint
    /// It is the top edge of the output, at the right of the title.
    case upperEdge
    /// Like `upperEdge`, but without a frame.
    case corner
  }

  var title: String
  var remark = ""
  var ends: Ends
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    guard !area.isEmpty else { return }
    let (start, end) = signs
    frame.drawRule(area, from: start, glyphs.box.horizontal, to: end, style: .dim)
    SplitLine(
      Line([Span(" \(title) ", .strong)], ellipsis: glyphs.ellipsis),
      Line(remark.isEmpty ? [] : [Span(" \(remark) ", .dim)])
    )
    .render(into: &frame, area: area.inset(horizontal: 2))
  }

  private var signs: (Character, Character) {
    let box = glyphs.box
    return switch ends {
    case .free: (box.horizontal, box.horizontal)
    case .joints: (box.leftJoint, box.rightJoint)
    case .rightJoint: (box.horizontal, box.rightJoint)
    case .upperEdge: (box.topJoint, box.topRight)
    case .corner: (box.topLeft, box.horizontal)
    }
  }
}
