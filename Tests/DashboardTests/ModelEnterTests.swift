import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// Entering the program of an action.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelEnterTests {
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

  private let shell = """
      shell: { key: s, run: exec sleep 1000, terminal: full, enter: when-pressed }
      other: { key: o, simulate: { duration: 5s } }
    """

  @Test func `a press that starts a shell enters it, too, as soon as it runs`() throws {
    let panel = try VirtualPanel(shell)
    #expect(panel.picture.contains("Enter start and enter (Ctrl-] leaves)"))
    panel.press("s")
    #expect(panel.requests == [.enter("shell")])
    panel.advance(by: .seconds(1))
    #expect(panel.requests == [.enter("shell")])
  }

  @Test func `one that starts otherwise is not entered`() throws {
    let panel = try VirtualPanel(shell)
    panel.startElsewhere("shell")
    panel.advance(by: .seconds(1))
    #expect(panel.requests == [])
  }

  @Test func `one that comes later is not entered, nor after another key`() throws {
    let panel = try VirtualPanel(shell)
    let action = try #require(panel.box.situation["shell"]?.description)
    panel.model.awaitEntry(of: action)
    panel.press("Down")
    panel.startElsewhere("shell")
    panel.advance(by: .seconds(1))
    #expect(panel.requests == [])

    let late = try VirtualPanel(shell)
    late.model.awaitEntry(of: action)
    late.advance(by: .seconds(6))
    late.startElsewhere("shell")
    late.advance(by: .seconds(1))
    #expect(late.requests == [])
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
