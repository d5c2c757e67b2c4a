/// Something that draws itself into an area of a frame.
///
/// A widget is a value, draws nothing outside its area, and copes with any size, down to none at all.
public protocol Widget {
  func render(into frame: inout Frame, area: Rect)
}
