internal import TerminalUI

extension Dashboard {
  /// Recognizes clicks and other gestures in the events of the mouse.
  ///
  /// A click counts if the button is released over the same target on which it was pressed, so that the user
  /// can still change their mind. The first click on the row of a button only selects, and a second one
  /// within 400 ms is a double click. Any other second click is ignored: it would cancel what the first one
  /// started, or press what was below the box that the first one closed. Within 400 ms of a click that
  /// pressed a button, a click is ignored wherever it is: the hand may have slipped.
  struct MouseTracker {
    enum Gesture: Equatable {
      case click(Target)
      /// The second click on the row of a button.
      case doubleClick(Target)
      /// The mouse was pressed in the log, and has reached another row, or was released there.
      case drag(from: Point, to: Point)
      /// The mouse was pressed on the line between the buttons and the output, and has reached another place.
      case dragDivider(to: Point)
      /// The wheel was turned; a negative number of rows is up.
      case wheel(rows: Int, at: Point)
    }

    private struct Hold {
      let target: Target?
      let point: Point
      /// Whether the mouse has moved in a way that prevents a click.
      var isDragged = false
    }

    private struct Click {
      let point: Point
      let target: Target
      let time: Duration
      /// Whether it only selected a button.
      let isSelection: Bool
      /// Whether it pressed a button.
      let isPress: Bool

      /// Whether a later click is the second one of a pair.
      func isFollowed(by target: Target, at point: Point, _ now: Duration) -> Bool {
        guard now - time < doubleClickTime else { return false }
        return isPress || point == self.point || target.button != nil && target.button == self.target.button
      }
    }

    private static let doubleClickTime = Duration.milliseconds(400)
    private static let wheelRows = 3

    /// The press of the mouse button that has not been released yet.
    private var hold: Hold?
    private var lastClick: Click?

    /// - Parameters:
    ///   - now: The present time.
    ///   - target: What is at a point of the present picture.
    mutating func take(_ event: MouseEvent, at now: Duration, target: (Point) -> Target?) -> Gesture? {
      switch event.kind {
      case .press(.left):
        hold = Hold(target: target(event.position), point: event.position)
        return nil
      case .drag(.left): return drag(to: event.position)
      case .release(.left):
        defer { hold = nil }
        return hold.flatMap { release($0, at: event.position, now, target(event.position)) }
      case .press, .release, .drag:
        hold = nil
        return nil
      case .wheelUp: return .wheel(rows: -Self.wheelRows, at: event.position)
      case .wheelDown: return .wheel(rows: Self.wheelRows, at: event.position)
      }
    }

    /// Ignores the release of a button that is held down.
    mutating func forgetPress() { hold = nil }

    private mutating func drag(to point: Point) -> Gesture? {
      guard let hold else { return nil }
      switch hold.target {
      case .log where hold.isDragged || hold.point.y != point.y:
        self.hold?.isDragged = true
        return .drag(from: hold.point, to: point)
      case .divider where hold.isDragged || hold.point != point:
        self.hold?.isDragged = true
        return .dragDivider(to: point)
      default: return nil
      }
    }

    private mutating func release(
      _ hold: Hold, at point: Point, _ now: Duration, _ target: Target?
    ) -> Gesture? {
      if let gesture = drag(to: point) { return gesture }
      guard let target, target == hold.target else { return nil }
      let isSecond = lastClick?.isFollowed(by: target, at: point, now) ?? false
      let completes = isSecond && lastClick?.isSelection == true && target.button != nil
      let selects = if case .button(_, .row) = target { !isSecond } else { false }
      let isFace = if case .button(_, .face) = target { true } else { target == .hint(.press) }
      lastClick = Click(
        point: point, target: target, time: now, isSelection: selects,
        isPress: completes || isFace && !isSecond)
      return completes ? .doubleClick(target) : isSecond ? nil : .click(target)
    }
  }
}
