import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct MouseTrackerTests {
  private var tracker = Dashboard.MouseTracker()
  private let here = Point(x: 3, y: 4)
  private let below = Point(x: 3, y: 5)

  /// Each row is another button, with its key in column 2; the first row is the log, the second the error.
  private func target(at point: Point) -> Dashboard.Target? {
    point.y == 0 ? .log : point.y == 1 ? .error : .button("\(point.y)", point.x == 2 ? .face : .row)
  }

  private mutating func take(
    _ kind: MouseEvent.Kind, _ point: Point, at milliseconds: Int = 0
  ) -> Dashboard.MouseTracker.Gesture? {
    tracker.take(MouseEvent(kind, at: point), at: .milliseconds(milliseconds), target: target)
  }

  private mutating func click(_ point: Point, at milliseconds: Int = 0) -> Dashboard.MouseTracker.Gesture? {
    _ = take(.press(.left), point, at: milliseconds)
    return take(.release(.left), point, at: milliseconds)
  }

  @Test mutating func `a press and a release on one target are a click`() {
    #expect(take(.press(.left), here) == nil)
    #expect(take(.release(.left), here) == .click(.button("4", .row)))
    #expect(take(.release(.left), here) == nil)
  }

  @Test mutating func `a press and a release on different targets are no click`() {
    _ = take(.press(.left), here)
    #expect(take(.release(.left), below) == nil)
  }

  @Test mutating func `a drag in the log is reported while it lasts, and is no click`() {
    let start = Point(x: 3, y: 0)
    _ = take(.press(.left), start)
    #expect(take(.drag(.left), Point(x: 9, y: 0)) == nil)
    #expect(take(.drag(.left), Point(x: 9, y: 2)) == .drag(from: start, to: Point(x: 9, y: 2)))
    #expect(take(.drag(.left), start) == .drag(from: start, to: start))
    #expect(take(.release(.left), start) == .drag(from: start, to: start))
    #expect(take(.drag(.left), below) == nil)
  }

  @Test mutating func `a drag that began elsewhere is ignored`() {
    _ = take(.press(.left), here)
    #expect(take(.drag(.left), below) == nil)
    #expect(take(.release(.left), here) == .click(.button("4", .row)))
    _ = take(.press(.left), here)
    #expect(take(.drag(.right), below) == nil)
    #expect(take(.release(.left), here) == nil)
  }

  @Test mutating func `another mouse button or a key between press and release prevents the click`() {
    _ = take(.press(.left), here)
    _ = take(.press(.right), here)
    #expect(take(.release(.left), here) == nil)
    _ = take(.press(.left), here)
    tracker.forgetPress()
    #expect(take(.release(.left), here) == nil)
  }

  @Test mutating func `a second click within 400 ms of one that pressed is ignored`() {
    let key = Point(x: 2, y: 4)
    #expect(click(key, at: 0) == .click(.button("4", .face)))
    #expect(click(key, at: 399) == nil)
    #expect(click(here, at: 798) == nil)
    #expect(click(key, at: 1_198) != nil)
  }

  @Test mutating func `a click within 400 ms of one that pressed is ignored on a neighbouring key, too`() {
    #expect(click(Point(x: 2, y: 4), at: 0) == .click(.button("4", .face)))
    #expect(click(Point(x: 2, y: 5), at: 399) == nil)
    #expect(click(Point(x: 2, y: 6), at: 400) == .click(.button("6", .face)))
    #expect(click(below, at: 800) == .click(.button("5", .row)))
    #expect(click(below, at: 900) == .doubleClick(.button("5", .row)))
    #expect(click(here, at: 1_299) == nil)
    #expect(click(Point(x: 3, y: 0), at: 1_300) == .click(.log))
  }

  @Test mutating func `a second click within 400 ms on the row of a button is a double click`() {
    #expect(click(here, at: 0) == .click(.button("4", .row)))
    #expect(click(Point(x: 9, y: 4), at: 399) == .doubleClick(.button("4", .row)))
    #expect(click(here, at: 798) == nil)
    #expect(click(here, at: 1_198) == .click(.button("4", .row)))
    #expect(click(here, at: 1_598) == .click(.button("4", .row)))
    #expect(click(Point(x: 2, y: 4), at: 1_600) == .doubleClick(.button("4", .face)))
  }

  @Test mutating func `clicks on two buttons are no double click`() {
    #expect(click(here, at: 0) == .click(.button("4", .row)))
    #expect(click(below, at: 1) == .click(.button("5", .row)))
    #expect(click(here, at: 2) == .click(.button("4", .row)))
  }

  @Test mutating func `a second click at the same place is ignored if there was no button before`() {
    let point = Point(x: 3, y: 1)
    #expect(click(point, at: 0) == .click(.error))
    #expect(click(point, at: 399) == nil)
    // The click has closed something, and a button is there now.
    _ = tracker.take(MouseEvent(.press(.left), at: point), at: .milliseconds(500)) { _ in .button("1", .row) }
    #expect(
      tracker.take(MouseEvent(.release(.left), at: point), at: .milliseconds(500)) { _ in .button("1", .row) }
        == nil)
  }

  @Test mutating func `a press in the log and a release in another row are a drag`() {
    let (start, end) = (Point(x: 1, y: 0), Point(x: 9, y: 3))
    _ = take(.press(.left), start)
    #expect(take(.release(.left), end) == .drag(from: start, to: end))
  }

  @Test mutating func `the wheel turns by three rows`() {
    #expect(take(.wheelUp, here) == .wheel(rows: -3, at: here))
    #expect(take(.wheelDown, here) == .wheel(rows: 3, at: here))
  }
}
