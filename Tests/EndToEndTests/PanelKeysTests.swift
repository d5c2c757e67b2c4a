import Foundation
import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

/// Every key that the panel names does what it says, and nothing else that arrives does anything.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct PanelKeysTests {
  private let twoActions = """
    title: Two
    actions:
      first: { key: 1, run: seq 100 }
      second: { key: 2, run: echo done twice }
    """

  @Test func `the question mark shows the keys, and Escape closes them`() throws {
    let terminal = try Sandbox(twoActions).panel()
    let picture = try restingPicture(of: terminal, with: "$ seq 100")
    for close in ["\u{1B}", "?"] {
      terminal.send("?")
      try terminal.waitFor("─ Keys ─")
      try terminal.waitFor("Choose the next action")
      try terminal.waitFor("Enter do it  a-z find  Esc close")
      terminal.send(close)
      try terminal.waitUntil("the board again") { $0.text == picture }
    }
    terminal.send("?")
    try terminal.waitFor("─ Keys ─")
    terminal.send("\u{1B}")
    try terminal.waitUntil("the board again") { $0.text == picture }
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test func `the help scrolls on a small screen`() throws {
    let terminal = try Sandbox(twoActions).panel(size: Size(width: 40, height: 10))
    terminal.send("?")
    try terminal.waitFor("Enter do it")
    #expect(!terminal.screen.text.contains("Ctrl-Z"))
    terminal.send(String(repeating: "\u{1B}[6~", count: 40))
    try terminal.waitFor("Ctrl-Z")
    terminal.send(String(repeating: "\u{1B}[5~", count: 40))
    try terminal.waitFor("▸ Enter")
  }

  @Test func `letters and arrows choose and enter presses`() throws {
    let terminal = try Sandbox(twoActions).panel()
    #expect(terminal.screen.text.contains("▸ 1  first"))
    terminal.send("j")
    try terminal.waitFor("▸ 2  second")
    try terminal.waitFor("─ Output of second ─")
    terminal.send("\r")
    try terminal.waitFor("second  ✓ succeeded")
    try terminal.waitFor("  done twice ")
    terminal.send("k")
    try terminal.waitFor("▸ 1  first")
    terminal.send("\u{1B}OB")
    try terminal.waitFor("▸ 2  second")
    terminal.send("\u{1B}OA ")
    try terminal.waitFor("first   ✓ succeeded")
  }

  @Test func `the output scrolls`() throws {
    let terminal = try Sandbox(twoActions).panel()
    terminal.send("1")
    try terminal.waitFor("first   ✓ succeeded")
    try terminal.waitFor("│   100 ")
    try terminal.waitFor("PgUp scroll")
    #expect(!terminal.screen.text.contains("of 102"))
    terminal.send("\u{1B}[5~")
    try terminal.waitFor(" of 102 ─")
    try terminal.waitUntil("earlier lines") { !$0.text.contains("│   100 ") }
    terminal.send("\u{1B}[1~")
    try terminal.waitFor("── run 1 started")
    terminal.send("\u{1B}[6~")
    try terminal.waitUntil("the next page") { !$0.text.contains("── run 1 started") }
    terminal.send("\u{1B}[4~")
    try terminal.waitUntil("the end") { $0.text.contains("│   100 ") && !$0.text.contains("of 102") }
    terminal.send("\u{1B}OH")
    try terminal.waitFor("── run 1 started")
    terminal.send("\u{1B}OF")
    try terminal.waitFor("│   100 ")
  }

  @Test func `a double click presses a button`() throws {
    let terminal = try Sandbox(twoActions).panel()
    let rows = terminal.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("second") })
    // Outside first: on the frame, and beyond the screen.
    terminal.send("\u{1B}[<0;1;1M\u{1B}[<0;1;1m\u{1B}[<0;500;500M\u{1B}[<0;500;500m")
    for _ in 1...2 { terminal.send("\u{1B}[<0;10;\(row + 1)M\u{1B}[<0;10;\(row + 1)m") }
    try terminal.waitFor("second  ✓ succeeded")
    #expect(terminal.screen.text.contains("first   ○ idle"))
  }

  @Test func `Ctrl-L redraws everything`() throws {
    let terminal = try Sandbox(twoActions).panel()
    let picture = try restingPicture(of: terminal, with: "$ seq 100")
    let before = terminal.output.count
    terminal.writeBehindTheProgram("\u{1B}[2J\u{1B}[Hsomebody else")
    terminal.send("\u{0C}")
    try terminal.waitUntil("the first picture again") { $0.text == picture }
    #expect(terminal.output.count > before + 500)
  }

  @Test func `unknown input does nothing`() throws {
    let terminal = try Sandbox(twoActions).panel()
    let picture = try restingPicture(of: terminal, with: "$ seq 100")
    terminal.send("\u{1B}[99;99q\u{1B}]11;q\u{07}\u{1B}[?qZ%&ß日\u{1B}[200~q1\r2q\u{1B}[201~\u{1B}[<0;q\u{7F}")
    terminal.send([0xFF, 0xC3, 0x00, 0xF0, 0x9F])
    terminal.send(String(repeating: "uvps", count: 500))
    terminal.send("?")
    try terminal.waitFor("─ Keys ─")
    terminal.send("\u{1B}")
    try terminal.waitUntil("the board as it was") { $0.text == picture }
  }

  @Test func `each repeat of a held key counts`() throws {
    let terminal = try Sandbox(twoActions).panel()
    terminal.send(String(repeating: "j", count: 1001))
    // The help opens when all of them have been counted.
    terminal.send("?")
    try terminal.waitFor("─ Keys ─")
    terminal.send("\u{1B}")
    try terminal.waitUntil("the board again") { !$0.text.contains("─ Keys ─") }
    #expect(terminal.screen.text.contains("▸ 2  second"))
  }

  @Test func `repeated requests of a flood of keys are handled once`() throws {
    let terminal = try Sandbox(twoActions).panel()
    terminal.send("1")
    try terminal.waitFor("✓ succeeded")
    terminal.send(String(repeating: "y", count: 20_000))
    try terminal.waitFor("sent to the terminal (OSC 52)")
    terminal.send("\u{1B}[6~?")
    try terminal.waitFor("─ Keys ─")
    let copies =
      String(decoding: terminal.output, as: UTF8.self).ranges(of: "\u{1B}]52;").count
    #expect((1...2_000).contains(copies))
  }

  @Test func `O opens the output in the pager and E the board in the editor, and the panel comes back`()
    throws
  {
    let sandbox = try Sandbox(twoActions)
    let script = "\(sandbox.directory)/show"
    try "echo $1; cat \"$2\"; read answer".write(toFile: script, atomically: true, encoding: .utf8)
    let terminal = try sandbox.panel(environment: [
      "PAGER": "sh \(script) paged", "EDITOR": "sh \(script) edited", "VISUAL": "",
    ])
    terminal.send("2")
    try terminal.waitFor("✓ succeeded")
    terminal.send("o")
    try terminal.waitFor("paged")
    try terminal.waitFor("done twice")
    terminal.send("\r")
    try terminal.waitFor("─ Output of second ─")
    terminal.send("E")
    try terminal.waitFor("edited")
    try terminal.waitFor("first: { key: 1, run: seq 100 }")
    terminal.send("\r")
    try terminal.waitFor("─ Output of second ─")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test func `a line that names a file is opened in the editor at that line, and the panel comes back`()
    throws
  {
    let sandbox = try Sandbox("actions:\n  compile: { key: 1, run: 'echo main.c:2:7: error' }\n")
    try sandbox.write("one\ntwo\n", to: "main.c")
    let script = "\(sandbox.directory)/show"
    try "echo \"$1 of $2\"; read answer".write(toFile: script, atomically: true, encoding: .utf8)
    let terminal = try sandbox.panel(environment: ["EDITOR": "sh \(script)", "VISUAL": ""])
    terminal.send("1")
    try terminal.waitFor("✓ succeeded after")
    terminal.send("[")
    try terminal.waitFor("Enter open main.c:2")
    terminal.send("\r")
    try terminal.waitFor("+2 of /")
    #expect(terminal.screen.text.contains("/main.c"))
    terminal.send("\r")
    try terminal.waitFor("─ Output of compile ─")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }
}
