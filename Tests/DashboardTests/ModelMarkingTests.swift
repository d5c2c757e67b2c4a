import TerminalUI
import Testing

@testable import Dashboard

/// An output of 40 lines, of which four are in view.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelMarkingTests {
  private let log: PanelWithLog
  private let area: Rect

  init() throws {
    log = try PanelWithLog()
    log.print((1...40).map { "line \($0)" })
    area = Dashboard.Layout(log.panel.state, size: log.panel.model.size).log
    #expect(area.height == 4)
  }

  /// - Parameter row: Counted from the first row of the output.
  private func mouse(_ kind: MouseEvent.Kind, row: Int) {
    log.panel.mouse(kind, at: Point(x: area.x + 5, y: area.y + row))
  }

  /// Lets one or more times pass after which the output scrolls by itself.
  private func tick(_ count: Int = 1) {
    for _ in 0..<count { log.panel.advance(by: .milliseconds(Dashboard.Animation.interval)) }
  }

  private typealias Animation = Dashboard.Animation

  private var view: String { "\(log.rows.first ?? "") - \(log.rows.last ?? "")" }

  private var isScrolling: Bool { log.panel.model.markingTimer.isRunning }

  private func expectCopy(_ lines: ClosedRange<Int>) {
    log.press("y")
    #expect(log.copied.last == lines.map { "line \($0)" }.joined(separator: "\n"))
  }

  @Test func `lines are marked while the mouse is dragged over them`() {
    mouse(.press(.left), row: 0)
    mouse(.drag(.left), row: 1)
    #expect(log.picture.contains("2 selected"))
    mouse(.drag(.left), row: 3)
    #expect(log.picture.contains("4 selected"))
    // What arrives meanwhile moves nothing under the mouse.
    log.print("line 41", "line 42")
    mouse(.drag(.left), row: 1)
    mouse(.release(.left), row: 1)
    #expect(log.picture.contains("2 selected"))
    expectCopy(37...38)
  }

  @Test func `a press and a release without moves between them mark lines, too`() {
    mouse(.press(.left), row: 2)
    mouse(.release(.left), row: 1)
    expectCopy(38...39)
    mouse(.press(.left), row: 0)
    mouse(.release(.left), row: 900)
    expectCopy(37...40)
  }

  @Test func `a drag that began outside marks nothing`() {
    mouse(.press(.left), row: -1)
    mouse(.drag(.left), row: 2)
    mouse(.release(.left), row: 3)
    #expect(log.panel.state.log?.selectedCount == nil)
  }

  @Test func `above the output it scrolls back, as long as the mouse is there`() {
    mouse(.press(.left), row: 2)
    mouse(.drag(.left), row: -1)
    #expect(view == "line 36 - line 39")
    tick()
    #expect(view == "line 35 - line 38")
    // A move beside the output is no reason to scroll more.
    mouse(.drag(.left), row: -1)
    #expect(view == "line 35 - line 38")
    tick(2)
    #expect(view == "line 33 - line 36")
    #expect(log.picture.contains("7 selected"))
    mouse(.drag(.left), row: 1)
    #expect(!isScrolling)
    tick(9)
    #expect(view == "line 33 - line 36")
    mouse(.release(.left), row: 1)
    expectCopy(34...39)
  }

  @Test func `below the output it scrolls on`() {
    log.press("Home")
    mouse(.press(.left), row: 1)
    mouse(.drag(.left), row: 4)
    #expect(view == "line 2 - line 5")
    tick(3)
    #expect(view == "line 5 - line 8")
    mouse(.release(.left), row: 4)
    #expect(!isScrolling)
    tick(9)
    expectCopy(2...8)
  }

  @Test func `the farther the mouse is, the faster it scrolls`() {
    mouse(.press(.left), row: 0)
    mouse(.drag(.left), row: -3)
    #expect(view == "line 34 - line 37")
    tick()
    #expect(view == "line 31 - line 34")
    mouse(.drag(.left), row: -1)
    tick()
    #expect(view == "line 30 - line 33")
  }

  @Test func `a move from one side to the other scrolls the other way at once`() {
    mouse(.press(.left), row: 0)
    mouse(.drag(.left), row: -9)
    #expect(view == "line 28 - line 31" && isScrolling)
    mouse(.drag(.left), row: 4)
    #expect(view == "line 29 - line 32")
  }

  @Test func `it stops at both ends`() {
    mouse(.press(.left), row: 0)
    mouse(.drag(.left), row: -2)
    tick(40)
    #expect(view == "line 1 - line 4" && !isScrolling)
    mouse(.drag(.left), row: 6)
    tick(40)
    #expect(view == "line 37 - line 40" && !isScrolling)
    mouse(.release(.left), row: 6)
    expectCopy(37...40)
  }

  @Test func `a key ends it, and the lines stay selected`() {
    mouse(.press(.left), row: 0)
    mouse(.drag(.left), row: -1)
    log.press("Up")
    #expect(!isScrolling)
    tick(9)
    expectCopy(35...37)
  }

  @Test func `another press marks other lines`() {
    mouse(.press(.left), row: 0)
    mouse(.drag(.left), row: 1)
    mouse(.press(.left), row: 2)
    mouse(.drag(.left), row: 3)
    mouse(.release(.left), row: 3)
    expectCopy(39...40)
  }

  @Test func `the lines of another action are not marked`() {
    mouse(.press(.left), row: 0)
    mouse(.drag(.left), row: -1)
    log.print((1...40).map { "other \($0)" }, to: "check")
    log.panel.model.focusButton(1)
    tick()
    #expect(!isScrolling)
    #expect(view == "other 37 - other 40")
    #expect(log.panel.state.log?.selectedCount == nil)
  }
}
