import Board
import Boundary
import Curses
import Jobs
import Testing

@testable import signalbox

@Suite(.timeLimit(.minutes(15))) struct NoticeTextTests {
  @Test(
    arguments: [
      (["TERM": "xterm-256color"], .text), ([:], .text), (["TERM": "foot"], .titleAndText),
      (["TERM": "rxvt-unicode-256color"], .titleAndText), (["TERM": "xterm-ghostty"], .titleAndText),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .titleAndText),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .text), (["TERM": "xterm-kitty"], .text),
      (["TERM": "xterm-256color", "VTE_VERSION": "7006"], .titleAndText),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "230804"], .titleAndText),
    ] as [([String: String], DesktopNotification.Sequence)])
  func `the environment selects the sequence`(
    environment: [String: String], sequence: DesktopNotification.Sequence
  ) {
    #expect(DesktopNotification.Sequence(environment: environment) == sequence)
  }

  @Test func `a notice contains the change and the board`() throws {
    let board = try Board.parse("title: Desk\nactions: {a: {run: x}}", file: "board.yml")
    let policy = NotifyPolicy([.failed])
    let notice = Notice(action: "a", title: "Build", change: .failed, message: "exit code 1", policy: policy)
    #expect(
      DesktopNotification(notice, fromBoard: board.title)
        == DesktopNotification(title: "Build failed", text: "exit code 1 - Desk"))
    let silent = Notice(action: "a", title: "Build", change: .recovered, message: "", policy: policy)
    #expect(
      DesktopNotification(silent, fromBoard: board.title)
        == DesktopNotification(title: "Build recovered", text: "Desk"))
  }
}
