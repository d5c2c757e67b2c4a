import Foundation
import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Programs that have a terminal of their own, and people who enter them.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct EnteredProgramTests {
  /// Answers each line; an empty one ends it.
  private static let echo = """
    actions:
      talk: { key: t, terminal: full, run: sh talk.sh }
      other: { key: o, run: echo fine }

    """
  private static let script = """
    echo "ready 1"
    while read line && [ "$line" ]; do echo "<$line>"; done
    echo "bye 1"

    """

  private func sandbox(_ board: String = echo, script: String = script) throws -> Sandbox {
    let sandbox = try Sandbox(board)
    try sandbox.write(script, to: "talk.sh")
    return sandbox
  }

  /// A panel whose program runs and has been entered.
  private func entered(_ sandbox: Sandbox, until ready: String = "ready 1") throws -> PseudoTerminal {
    let panel = try sandbox.panel()
    panel.send("t")
    try panel.waitFor("  \(ready)")
    try panel.waitFor("Ctrl-] leaves")
    panel.send("t")
    try panel.waitUntil("the program") { !$0.text.contains("╭─") && $0.text.hasPrefix(ready) }
    return panel
  }

  private func quit(_ panel: PseudoTerminal) throws {
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    expectGivenBack(panel)
  }

  @Test func `a program is entered, used and left, and goes on`() throws {
    let panel = try entered(try sandbox())
    panel.send("one\r")
    try panel.waitFor("<one>")
    panel.send("\u{1D}")
    try panel.waitFor("╭─ ")
    try panel.waitFor("  <one>")
    #expect(panel.screen.text.contains("● running"))
    panel.send("t")
    try panel.waitUntil("the program") { $0.text.hasPrefix("ready 1\none\n<one>") }
    panel.send("two\r")
    try panel.waitFor("<two>")
    panel.send("\r")
    try panel.waitFor("✓ succeeded")
    try panel.waitFor("  bye 1")
    panel.send("o")
    try panel.waitFor("  fine")
    try panel.waitFor("✓ succeeded after")
    try quit(panel)
  }

  @Test func `a program that dies gives the panel back, whatever it has set`() throws {
    let script = #"""
      echo "ready 1"
      read line
      printf '\033[?1049h\033[?1003h\033[?2004h\033[?25l\033=\033[?1h\033[31mred'
      stty raw -echo
      kill -9 $$
      """#
    let panel = try entered(try sandbox(script: script + "\n"))
    panel.send("\r")
    try panel.waitFor("╭─ ")
    try panel.waitFor("✗ failed")
    panel.send("o")
    try panel.waitFor("  fine")
    try panel.waitFor("✓ succeeded after")
    panel.send("x")
    try quit(panel)
  }

  @Test func `a program that has been left has its modes again when it is entered`() throws {
    let script = #"""
      echo "ready 1"
      read line
      printf '\033[?1049h\033[?1003h\033[2Jwhole screen'
      trap 'printf "\033[2J\033[Hagain"' WINCH
      while :; do read line; done
      """#
    let panel = try entered(try sandbox(script: script + "\n"))
    panel.send("\r")
    try panel.waitFor("whole screen")
    panel.send("\u{1D}")
    try panel.waitFor("╭─ ")
    try panel.waitFor("draws on the whole screen: its key or Enter shows it")
    panel.send("t")
    try panel.waitUntil("the picture of the program") { $0.text.hasPrefix("again") }
    panel.send("\u{1D}")
    try panel.waitFor("╭─ ")
    panel.signal(SIGTERM)
    _ = try panel.waitForEnd()
    expectGivenBack(panel)
  }

  @Test func `the program has the size of the terminal, also when that changes`() throws {
    let script = """
      trap 'stty size' WINCH
      echo "ready 1"
      while :; do read line; done

      """
    let panel = try entered(try sandbox(script: script))
    panel.resize(to: Size(width: 91, height: 31))
    try panel.waitFor("31 91")
    panel.send("\u{1D}")
    try panel.waitUntil("a panel of the new size") {
      $0.text.split(separator: "\n").first?.count == 91 && $0.text.contains("╭─")
    }
  }

  @Test func `a signal that ends the panel gives the terminal back`() throws {
    let panel = try entered(try sandbox())
    panel.signal(SIGTERM)
    _ = try panel.waitForEnd()
    #expect(panel.leftChanged == [])
  }

  @Test func `control characters are keys of the program`() throws {
    let script = """
      trap 'echo "interrupted 1"' INT
      echo "ready 1"
      while read line || [ $? -gt 128 ]; do echo "<$line>"; done

      """
    let panel = try entered(try sandbox(script: script))
    panel.send("\u{3}")
    try panel.waitFor("interrupted 1")
  }

  @Test func `what is typed without echo is shown nowhere`() throws {
    let script = """
      stty -echo
      echo "ready 1"
      printf "Password: "
      read word
      stty echo
      echo "length ${#word}"

      """
    let panel = try entered(try sandbox(script: script))
    panel.send("secret\r")
    try panel.waitFor("✓ succeeded")
    try panel.waitFor("Password: length 6")
    #expect(!String(decoding: panel.output, as: UTF8.self).contains("secret"))
    try quit(panel)
  }

  @Test func `a read-only panel does not enter`() throws {
    let sandbox = try sandbox()
    let panel = try sandbox.panel(["--read-only"])
    panel.send("t")
    try panel.waitFor("read-only")
  }

  // MARK: run

  @Test func `run enters at once, and ends with the program`() throws {
    let sandbox = try sandbox()
    let run = try sandbox.start(["run", "talk"])
    try run.waitFor("ready 1")
    run.send("one\r")
    try run.waitFor("<one>")
    run.send("\r")
    try expectEqual(run.waitForEnd(), .exited(0))
    #expect(run.screen.text.contains("bye 1\nsignalbox: talk: succeeded after"))
    #expect(run.screen.text.hasPrefix("signalbox: talk: run 1 started\nready 1\n"))
    #expect(run.leftChanged == [])
  }

  @Test func `run shows what a program prints that ends at once`() throws {
    let sandbox = try sandbox(script: "echo \"short 1\"\n")
    let run = try sandbox.script("for i in 1 2 3 4 5 6; do $SIGNALBOX run talk; done; echo end 1")
    try run.waitFor("end 1")
    let text = run.screen.text
    let ends = text.matches(of: /talk: run \d started\nshort 1\nsignalbox: talk: succeeded/)
    #expect(ends.count == 6, "\(text)")
  }

  @Test func `run with what it needs enters when its own run begins`() throws {
    let sandbox = try sandbox(
      """
      actions:
        build: { run: 'true' }
        talk: { terminal: full, run: sh talk.sh, enabled-if: build.succeeded }

      """)
    let run = try sandbox.start(["run", "--with-needs", "talk"])
    try run.waitFor("ready 1")
    run.send("one\r")
    try run.waitFor("<one>")
    run.send("\r")
    try expectEqual(run.waitForEnd(), .exited(0))
    #expect(run.screen.text.contains("bye 1\nsignalbox: talk: succeeded after"), "\(run.screen.text)")
    #expect(run.leftChanged == [])
  }

  @Test func `run can be left, and interrupted then`() throws {
    let sandbox = try sandbox()
    let run = try sandbox.start(["run", "talk"])
    try run.waitFor("ready 1")
    run.send("\u{1D}")
    try run.waitFor("talk: left, and goes on; Ctrl-C cancels it")
    run.send("\u{3}")
    try expectEqual(run.waitForEnd(), .signalled(2))
    try run.waitFor("cancelled after")
    #expect(run.leftChanged == [])
  }

  @Test func `after a stop, the terminal of run is set up for its program again`() throws {
    let sandbox = try sandbox()
    let run = try sandbox.start(["run", "talk"])
    try run.waitFor("ready 1")
    let entered = run.lineSettings
    #expect(entered?.isCanonical == false)
    run.signal(SIGSTOP)
    run.makeLineCanonical()
    #expect(run.lineSettings?.isCanonical == true)
    run.signal(SIGCONT)
    try run.waitForLine(entered)
    run.send("\r")
    try expectEqual(run.waitForEnd(), .exited(0))
  }

  @Test func `run without a terminal has neither input nor terminal`() throws {
    let sandbox = try sandbox(script: "test -t 0; echo $?; test -t 1; echo $?; cat\n")
    let run = try sandbox.script("$SIGNALBOX run talk 2> /dev/null < /dev/null | cat; echo end 1")
    try run.waitFor("end 1")
    #expect(run.screen.text.hasPrefix("1\n1\nend 1"))
  }
}

/// The same over the socket of a box.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct SharedProgramTests {
  private static let board = "  talk: { key: t, terminal: full, run: 'echo ready 1; exec cat' }\n"

  private func enter(_ panel: PseudoTerminal) throws {
    panel.send("t")
    // What is typed sooner appears before what it prints.
    try panel.waitUntil("the program") { !$0.text.contains("╭─") && $0.text.contains("ready 1") }
  }

  @Test func `the last panel that enters has the program, and the other is told`() throws {
    let board = try SharedBoard(Self.board)
    let (first, second) = (try board.sandbox.panel(), try board.sandbox.panel())
    first.send("t")
    try first.waitFor("Ctrl-] leaves")
    try second.waitFor("Ctrl-] leaves")
    try enter(first)
    first.send("one\r")
    try first.waitFor("one\none")
    try enter(second)
    try first.waitFor("talk: entered by panel on pts/")
    second.send("two\r")
    try second.waitFor("two\ntwo")
    second.send("\u{4}")
    try second.waitFor("✓ succeeded")
    try first.waitFor("✓ succeeded")
  }

  @Test func `a program survives its panel and is entered from another one`() throws {
    let board = try SharedBoard(Self.board)
    let first = try board.sandbox.panel()
    first.send("t")
    try first.waitFor("Ctrl-] leaves")
    try enter(first)
    first.send("one\r")
    try first.waitFor("one\none")
    first.signal(SIGKILL)
    _ = try first.waitForEnd()
    let second = try board.sandbox.panel()
    try second.waitFor("● running")
    try enter(second)
    try second.waitFor("one\none")
    second.send("\u{4}")
    try second.waitFor("✓ succeeded")
  }

  @Test func `the panel comes back when its box dies`() throws {
    let board = try SharedBoard(Self.board)
    let panel = try board.sandbox.panel()
    panel.send("t")
    try panel.waitFor("Ctrl-] leaves")
    try enter(panel)
    kill(try board.box(), SIGKILL)
    try panel.waitFor("╭─ ")
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    expectGivenBack(panel)
  }
}
