import TerminalUI
import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct MouseReportTests {
  private func event(_ parameters: String, _ final: Character = "M") -> MouseEvent? {
    MouseReport(parameters: Array(parameters.utf8), final: final.asciiValue ?? 0)?.event
  }

  @Test func buttons() {
    #expect(event("<0;1;1") == MouseEvent(.press(.left), at: .origin))
    #expect(event("<1;1;1") == MouseEvent(.press(.middle), at: .origin))
    #expect(event("<2;300;200") == MouseEvent(.press(.right), at: Point(x: 299, y: 199)))
    #expect(event("<0;1;1", "m") == MouseEvent(.release(.left), at: .origin))
  }

  @Test func `the wheel scrolls`() {
    #expect(event("<64;2;3") == MouseEvent(.wheelUp, at: Point(x: 1, y: 2)))
    #expect(event("<65;2;3") == MouseEvent(.wheelDown, at: Point(x: 1, y: 2)))
    #expect(event("<66;2;3") == nil)
  }

  @Test func `modifier keys do not matter`() {
    #expect(event("<20;1;1") == MouseEvent(.press(.left), at: .origin))
  }

  @Test func `a move with a button is a drag`() {
    #expect(event("<32;4;2") == MouseEvent(.drag(.left), at: Point(x: 3, y: 1)))
    #expect(event("<34;4;2") == MouseEvent(.drag(.right), at: Point(x: 3, y: 1)))
  }

  @Test func `other moves and unknown buttons are no events`() {
    #expect(event("<35;1;1") == nil)
    #expect(event("<96;1;1") == nil)
    #expect(event("<128;1;1") == nil)
    #expect(event("<3;1;1") == nil)
  }

  @Test(arguments: [
    "", "<", "<0;1", "<0;1;1;1", "<a;1;1", "<;;", "0;1;1", "<0;-1;1", "<99999999999999999999;1;1",
  ])
  func `other sequences are no reports`(parameters: String) {
    #expect(event(parameters) == nil)
  }

  @Test func `positions are never negative`() {
    #expect(event("<0;0;0") == MouseEvent(.press(.left), at: .origin))
  }

  @Test func `the original encoding is decoded`() {
    #expect(MouseReport(oldBytes: [32, 33, 34])?.event == MouseEvent(.press(.left), at: Point(x: 0, y: 1)))
    #expect(MouseReport(oldBytes: [97, 255, 33])?.event == MouseEvent(.wheelDown, at: Point(x: 222, y: 0)))
    #expect(MouseReport(oldBytes: [35, 33, 33])?.event == nil)
    #expect(
      MouseReport(oldBytes: [35, 33, 33])?.release(of: .middle) == MouseEvent(.release(.middle), at: .origin))
    #expect(MouseReport(oldBytes: [32, 33]) == nil)
    #expect(MouseReport(oldBytes: [32, 33, 0]) == nil)
  }
}
