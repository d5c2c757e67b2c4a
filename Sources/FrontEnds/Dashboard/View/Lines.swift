import TerminalUI

/// The lines of the board that contain no text: its frame, and the line to the left of the output.
struct Lines: Equatable {
  var layout: Dashboard.Layout
  var glyphs: GlyphSet

  func render(into frame: inout Frame) {
    let box = glyphs.box
    if layout.isFramed { frame.drawBox(layout.outline, glyphs: box, style: .dim) }
    let separator = layout.separator
    guard !separator.isEmpty else { return }
    frame.fill(separator, with: box.vertical, style: .dim)
    guard layout.isFramed else { return }
    let end = Point(x: separator.x, y: separator.rows.upperBound - 1)
    frame.draw(String(box.bottomJoint), at: end, style: .dim)
  }

  /// How the error above the output connects to other lines.
  var errorEnds: Divider.Ends {
    layout.isFramed ? .joints : layout.separator.isEmpty ? .free : .leftJoint
  }

  /// How the divider above the output connects to other lines.
  var logEnds: Divider.Ends {
    if layout.separator.isEmpty { return layout.isFramed ? .joints : .free }
    return layout.isFramed ? .upperEdge : .corner
  }
}
