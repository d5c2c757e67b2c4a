import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// Entering the program of an action.
@MainActor
@Suite(.timeLimit(.minutes(15)), .bothBoxes) struct ModelEnterTests {
  private let board = """
      talk: { key: t, run: exec sleep 1000, terminal: full }
      build: { key: b, simulate: { duration: 5s } }
    """

  @Test func `the first press starts the program, and the next one enters it`() throws {
    let panel = try VirtualPanel(board)
    panel.press("t")
    #expect(panel.button("talk")?.phase == .running)
    #expect(panel.requests == [])
    panel.press("t")
    #expect(panel.requests == [.enter("talk")])
    panel.press("Enter")
    #expect(panel.requests == [.enter("talk"), .enter("talk")])
    #expect(panel.state.mode.front == nil)
  }

  @Test func `the footer says so while the program runs`() throws {
    let panel = try VirtualPanel(board)
    #expect(panel.picture.contains("Enter press"))
    panel.press("t")
    #expect(panel.picture.contains("Enter enter (Ctrl-] leaves)"))
    panel.press("b")
    #expect(!panel.picture.contains("Ctrl-]"))
  }

  @Test func `a program that is being cancelled is not entered`() throws {
    let panel = try VirtualPanel(board)
    panel.press("t", "Del")
    #expect(panel.state.mode.front != nil)
    panel.press("y", "t")
    #expect(!panel.requests.contains(.enter("talk")))
  }

  @Test func `a read-only panel does not enter`() throws {
    let panel = try VirtualPanel(board, isReadOnly: true)
    panel.startElsewhere("talk")
    panel.advance(by: .milliseconds(100))
    panel.press("t")
    #expect(panel.requests == [])
    #expect(panel.state.message?.contains("read-only") == true)
  }
}
