import Foundation
import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

/// The output of an action is read, searched and copied.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct PanelLogTests {
  private let board = """
    title: Reading
    actions:
      count: { key: 1, run: 'seq -f "line %g" 100; echo the Last one' }
    """

  private func panel(_ sandbox: Sandbox, environment: [String: String] = [:]) throws -> PseudoTerminal {
    let terminal = try sandbox.panel(
      environment: ["XDG_RUNTIME_DIR": sandbox.directory].merging(environment) { $1 })
    terminal.send("1")
    try terminal.waitFor("✓ succeeded after")
    try terminal.waitFor("─ following ─")
    return terminal
  }

  @Test func `matches are shown while typing`() throws {
    let terminal = try panel(Sandbox(board))
    terminal.send("/line 4")
    try terminal.waitFor("/line 4 11/11")
    terminal.send("\r")
    try terminal.waitFor("Enter next match")
    terminal.send("NN")
    try terminal.waitFor("/line 4 9/11")
    #expect(terminal.screen.text.contains("│   line 47 "))
    terminal.send("\u{1B}")
    try terminal.waitUntil("no search") { !$0.text.contains("/line 4 9/11") }
  }

  @Test func `a filter shows only matching lines`() throws {
    let terminal = try panel(Sandbox(board))
    terminal.send("\u{06}last\r")
    try terminal.waitFor("1 of 103 lines matches")
    try terminal.waitUntil("one line") { !$0.text.contains("line 100") && $0.text.contains("the Last one") }
  }

  @Test func `a copy goes to the clipboard of the terminal and to a file`() throws {
    let sandbox = try Sandbox(board)
    let terminal = try panel(sandbox)
    terminal.send("/Last\r\u{16}")
    try terminal.waitFor("1 selected")
    terminal.send("\u{1B}OAy")
    try terminal.waitFor(
      "2 lines sent to the terminal (OSC 52), also in \(sandbox.directory)".prefix(60).description)
    let text = "line 100\nthe Last one"
    try expectEqual(sandbox.text(of: "signalbox-copy.txt"), text + "\n")
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    #expect(terminal.output.contains(Array(sequence.utf8)))
    #expect(terminal.screen.unknownSequences.isEmpty)
  }

  @Test func `inside tmux the copy is passed through`() throws {
    let sandbox = try Sandbox(board)
    // There is no server at this socket that could take it itself.
    let terminal = try panel(sandbox, environment: ["TMUX": "\(sandbox.directory)/tmux,1,0"])
    terminal.send("/Last\r\u{16}y")
    try terminal.waitFor("1 line sent to the terminal (OSC 52)")
    let sequence =
      "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;\(Data("the Last one".utf8).base64EncodedString())\u{07}\u{1B}\\"
    #expect(terminal.output.contains(Array(sequence.utf8)))
  }

  @Test func `pasted text is searched for`() throws {
    let terminal = try panel(Sandbox(board))
    terminal.send("/\u{1B}[200~line 77\n\u{1B}[201~")
    try terminal.waitFor("Search: line 77")
    terminal.send("\u{7F}")
    try terminal.waitFor("│   line 77 ")
  }
}
