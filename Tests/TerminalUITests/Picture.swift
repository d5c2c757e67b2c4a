import TerminalUI

/// Draws a widget into an empty frame of this size.
func picture(of widget: some Widget, _ width: Int, _ height: Int = 1) -> Frame {
  var frame = Frame(size: Size(width: width, height: height))
  widget.render(into: &frame, area: frame.area)
  return frame
}
