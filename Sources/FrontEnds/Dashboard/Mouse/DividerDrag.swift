internal import TerminalUI

/// The line between the buttons and the output: keys move it by steps, and the mouse drags it.
extension Dashboard.State {
  /// Moves the line by a number of steps, a positive one in favour of the output. Returns false if it cannot
  /// go farther.
  mutating func moveDivider(by steps: Int, size: Size) -> Bool {
    let before = Dashboard.Layout(self, size: size)
    split += steps
    let after = Dashboard.Layout(self, size: size)
    if before.log.size != after.log.size { return true }
    split -= steps
    return false
  }

  /// Moves the line to the mouse, as far as it goes.
  mutating func dragDivider(to end: Point, size: Size) {
    let layout = Dashboard.Layout(self, size: size)
    let steps = layout.steps(from: layout.divider.origin, to: end)
    for _ in 0..<abs(steps) where !moveDivider(by: steps.signum(), size: size) { return }
  }
}

extension Dashboard.Layout {
  /// By how many steps the line moves from one point to another.
  fileprivate func steps(from start: Point, to end: Point) -> Int {
    separator.isEmpty ? start.y - end.y : (start.x - end.x) / Self.columnStep
  }
}
