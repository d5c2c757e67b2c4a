import TerminalUI

/// Draws a widget into an empty frame of this size.
func picture(of widget: some Widget, _ width: Int, _ height: Int = 1) -> Frame {
  var frame = Frame(size: Size(width: width, height: height))
  widget.render(into: &frame, area: frame.area)
  return frame
}

extension Frame {
  /// Like `styles(legend:)`, with `B` for the name and `b` for the rest of a chosen row, in whatever colours.
  func stylesAndBars(legend: [Style: Character]) -> String {
    var frame = self
    var bars: [Style: Character] = [:]
    frame.restyle(frame.area) { style in
      if style.attributes.contains(.barName) { return .plain.inBarName }
      return style.attributes.contains(.bar) ? .plain.inBar : style
    }
    bars[.plain.inBarName] = "B"
    bars[.plain.inBar] = "b"
    return frame.styles(legend: legend.merging(bars) { $1 })
  }
}
