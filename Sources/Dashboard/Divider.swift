import TerminalUI

/// The line above a part of the board, with the part's name and a remark at its right.
struct Divider: Widget {
  var title: String
  var remark = ""
  var isFramed: Bool
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    guard !area.isEmpty else { return }
    let box = glyphs.box
    frame.drawRule(
      area, from: isFramed ? box.leftJoint : box.horizontal, box.horizontal,
      to: isFramed ? box.rightJoint : box.horizontal, style: .dim)
    SplitLine(
      Line([Span(" \(title) ", .strong)], ellipsis: glyphs.ellipsis),
      Line(remark.isEmpty ? [] : [Span(" \(remark) ", .dim)])
    )
    .render(into: &frame, area: area.inset(horizontal: 2))
  }
}
