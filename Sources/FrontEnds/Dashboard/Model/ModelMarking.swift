internal import Boundary
internal import TerminalUI

/// Marking lines of the output by dragging the mouse over them.
///
/// Beyond the edge of the output, the mouse scrolls it: at once, and again and again while it stays there,
/// the faster the farther it is. A timer does that, because a mouse that is still sends no events.
extension Dashboard.Model {
  /// Marks the lines from the one on which the mouse was pressed to the one that it has reached. Does nothing
  /// if it was pressed outside the output.
  func mark(from start: Point, to end: Point) {
    let area = logArea
    guard var marking = marking ?? newMarking(at: start, in: area) else { return }
    let side = marking.distance(beyond: area).signum()
    marking.pointer = end
    self.marking = marking
    let goesOn = markingTimer.isRunning && marking.distance(beyond: area).signum() == side
    extendMarking(scrolls: !goesOn)
  }

  /// The mouse was released, or does something else. The lines stay selected.
  func endMarking() {
    marking = nil
    markingTimer.isRunning = false
  }

  /// The mouse is still beyond the edge.
  func goOnMarking() {
    extendMarking(scrolls: true)
    refresh()
  }

  private func newMarking(at start: Point, in area: Rect) -> Dashboard.Marking? {
    guard area.contains(start), let action = focusedID, let rows = state.log?.rows,
      let last = rows.indices.last
    else { return nil }
    return Dashboard.Marking(
      action: action, anchor: rows[min(start.y - area.y, last)].number, pointer: start)
  }

  private func extendMarking(scrolls: Bool) {
    guard let marking, marking.action == focusedID, !state.mode.coversBoard else { return endMarking() }
    let area = logArea
    let distance = marking.distance(beyond: area)
    var hasScrolled = false
    changeLog {
      hasScrolled = $0.select(
        from: marking.anchor, toRow: marking.pointer.y - area.y, scrollingBy: scrolls ? distance : 0, on: $1)
    }
    // It stops at the end of the output, and when the mouse is back.
    markingTimer.isRunning = distance != 0 && (scrolls ? hasScrolled : markingTimer.isRunning)
  }
}
