/// A value that draws itself into an area of a frame.
///
/// A widget draws nothing outside its area, and supports every size, including an empty area.
public protocol Widget {
  func render(into frame: inout Frame, area: Rect)
}
