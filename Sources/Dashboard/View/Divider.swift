import TerminalUI

/// The line above a part of the board, with the part's name and a remark at its right.
struct Divider: Widget {
  /// How the line meets others at its ends.
  enum Ends {
    /// It meets none.
    case free
    /// It lies between two sides.
    case joints
    /// It ends at a line at its right.
    case rightJoint
    /// It is the upper edge of the output, beside the title.
    case upperEdge
    /// The same without a frame.
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
