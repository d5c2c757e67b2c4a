internal import TerminalUI

extension Dashboard {
  /// Lines that are being marked: the mouse is dragged over them.
  struct Marking {
    /// The action whose output it is.
    let action: String
    /// The number of the line at which the mouse was pressed.
    let anchor: Int
    /// Where the mouse is now.
    var pointer: Point

    /// How many rows the mouse is beyond the edge of an area: negative above it, positive below, zero inside.
    func distance(beyond area: Rect) -> Int {
      min(0, pointer.y - area.y) + max(0, pointer.y - area.rows.upperBound + 1)
    }
  }
}
