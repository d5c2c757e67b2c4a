import Board
import Boundary
import LoopbackBox
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// The changed board file has mistakes, and the current board stays in use.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelMistakesTests {
  @Test func `mistakes are in the footer until the file is correct`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest)
    panel.press("b")
    panel.refuse("actions: { a: { titel: x, run: echo }, b: { run: [] } }")
    #expect(
      panel.footer == " board.yml:1:17: unknown key `titel`   ! 2 mistakes │ ? help  q quit")
    #expect(panel.button("build")?.phase == .running)
    #expect(panel.state.mode.front == nil)

    panel.press("Down", "t")
    #expect(panel.button("test")?.phase == .running)
    #expect(panel.footer.hasPrefix(" board.yml:1:17: unknown key"))

    try panel.reload(VirtualPanel.buildAndTest)
    #expect(panel.footer.hasPrefix(" Board reloaded: nothing changed   Enter cancel"))
    panel.press("Down")
    #expect(panel.footer.hasPrefix(" Enter cancel"))
  }

  @Test func `what a project has that is not taken over is counted, listed and shown at its action`() throws {
    var board = try Board.parse("actions: { web: { run: 'true' }, db: { run: 'true' } }", file: "test.yml")
    board.remarks = [
      Remark(inFile: "compose.yml", line: 3, subject: "web", reason: "develop: docker compose watch does it")
    ]
    let panel = VirtualPanel(board)
    #expect(panel.picture.contains("! 1 not taken over ─╮"), "\(panel.picture)")
    panel.press("!")
    #expect(panel.picture.contains("─ 1 not taken over ─"), "\(panel.picture)")
    #expect(panel.picture.contains("compose.yml:3  web"), "\(panel.picture)")
    panel.press("Esc", "w")
    #expect(panel.picture.contains("Not taken over  compose.yml:3: develop: docker"), "\(panel.picture)")
    panel.press("Down", "w")
    #expect(!panel.picture.contains("Not taken over"), "\(panel.picture)")
    panel.press("!")
    panel.reload(try Board.parse("actions: { web: { run: x } }", file: "test.yml"))
    #expect(panel.state.mode.front == nil)
    #expect(!panel.picture.contains("not taken over"), "\(panel.picture)")
    panel.press("!")
    #expect(panel.footer.hasPrefix(" There is nothing wrong"), "\(panel.footer)")
  }

  @Test func `an exclamation mark shows all mistakes and Esc closes them`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest)
    panel.press("!")
    #expect(panel.state.mode.front == nil)
    panel.refuse("actions: { a: { titel: x, run: echo } }")
    panel.press("!")
    #expect(panel.picture.contains("─ 1 mistake in board.yml ─"))
    #expect(panel.footer == " Esc close  q quit")
    panel.press("b")
    #expect(panel.button("build")?.phase == .idle)
    panel.press("Esc")
    #expect(panel.state.mode.front == nil)
    panel.press("!", "!")
    #expect(panel.state.mode.front == nil)
    #expect(panel.footer.contains("! 1 mistake"))
  }

  @Test func `the open list is updated and closes when the file is correct`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest)
    panel.refuse("actions: { a: { titel: x, run: echo } }")
    panel.press("!")
    panel.refuse("actions: { a: { titel: x, run: echo }, b: { run: [] } }")
    #expect(panel.picture.contains("─ 2 mistakes in board.yml ─"))
    try panel.reload(VirtualPanel.buildAndTest)
    #expect(panel.state.mode.front == nil)
    #expect(panel.state.boardMistakes == [])
  }

  @Test func `the list stops scrolling at its end`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest, size: Size(width: 40, height: 10))
    let actions = (1...9).map { "a\($0): { titel: x, run: echo }" }.joined(separator: ", ")
    panel.refuse("actions: { \(actions) }")
    panel.press("!")
    for _ in 1...20 { panel.press("PgDn") }
    #expect(panel.picture.contains("did you mean `title`?"))
    let end = panel.picture
    panel.press("Down")
    #expect(panel.picture == end)
    panel.press("Up")
    #expect(panel.picture != end)
    panel.press("End")
    #expect(panel.picture == end)
    panel.press("Home")
    #expect(panel.picture.contains("The board that runs"))
  }

  @Test func `mistakes do not close an open question`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest)
    panel.press("b", "b")
    panel.refuse("actions: {}")
    #expect(panel.picture.contains("Cancel Build?"))
    #expect(panel.footer == " Enter answer  Esc close")
    panel.press("y")
    #expect(panel.button("build")?.phase == .cancelled)
  }

  @Test func `after mistakes were fixed the list scrolls from the rows in view`() throws {
    let panel = try VirtualPanel(VirtualPanel.buildAndTest, size: Size(width: 40, height: 10))
    func refuse(_ count: Int) {
      let actions = (1...count).map { "a\($0): { titel: x, run: echo }" }.joined(separator: ", ")
      panel.refuse("actions: { \(actions) }")
    }
    refuse(9)
    panel.press("!", "End")
    refuse(3)
    let end = panel.picture
    panel.press("Up")
    #expect(panel.picture != end)
  }
}
