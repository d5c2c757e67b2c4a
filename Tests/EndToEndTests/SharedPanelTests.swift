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

/// Panels beside panels and `run`: all see the runs of one box, and each has its own focus.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct SharedPanelTests {
  private static let actions = #"""
      work: { key: w, title: Work, run: 'exec 9> $LIFELINE; echo "[3/4] Linking"; read line < gate; echo done', progress: '\[(\d+)/(\d+)\]' }
      other: { key: o, title: Other, run: echo other, enabled-if: "!work.running" }
      bad: { key: b, title: Bad, run: exit 3 }
    """#

  @Test func `a panel shows the run that a command has started`() throws {
    let board = try SharedBoard(Self.actions)
    let gate = try board.sandbox.gate()
    let panel = try board.sandbox.panel()
    let run = try board.start("run", "work", "--quiet")
    #expect(run.line() == "[3/4] Linking")
    try panel.waitFor("Work   ● running")
    try panel.waitFor("  [3/4] Linking")
    try panel.waitFor(" 75%")
    try panel.waitFor("Other  ⊘ locked")
    try expectEqual(board.run("run", "other").status, 3)
    gate.letThrough()
    try expectEqual(run.end().output, "done\n")
    try panel.waitFor("Work   ✓ succeeded")
    panel.send("\u{12}")
    try panel.waitFor("─ Runs of Work ─")
    try panel.waitFor("✓ succeeded")
    try panel.waitUntil("who started it") { screen in
      screen.text.split(separator: "\n").contains { $0.contains("▸ 1  ") && $0.contains(" run ") }
    }
  }

  @Test func `what one panel starts another shows, and each has its own focus`() throws {
    let board = try SharedBoard(Self.actions)
    let gate = try board.sandbox.gate()
    let (first, second) = (try board.sandbox.panel(), try board.sandbox.panel())
    second.send("j")
    try second.waitFor("▸ o")
    first.send("w")
    try first.waitFor("Work   ● running")
    try second.waitFor("Work   ● running")
    #expect(second.screen.text.contains("▸ o"))
    try second.waitFor("Other  ⊘ locked")
    // The panel that did not start it cancels it.
    second.send("w")
    try second.waitFor("Cancel Work?")
    second.send("y")
    try first.waitFor("Work   ■ cancelled")
    first.send("b")
    try second.waitFor("├─ ✗ Bad: exit code 3 ─")
    second.send("x")
    try first.waitUntil("no banner") { !$0.text.contains("├─ ✗ ") }
    first.send("w")
    try second.waitFor("Work   ● running")
    first.send("q")
    try first.waitFor("Quit?")
    first.send("l")
    try expectEqual(first.waitForEnd(), .exited(0))
    expectGivenBack(first)
    gate.letThrough()
    try second.waitFor("Work   ✓ succeeded")
    second.send("q")
    try expectEqual(second.waitForEnd(), .exited(0))
  }

  @Test func `a panel that opens later shows what ran before it`() throws {
    let board = try SharedBoard(Self.actions)
    let gate = try board.sandbox.gate()
    let run = try board.start("run", "work", "--quiet")
    #expect(run.line() == "[3/4] Linking")
    let panel = try board.sandbox.panel()
    try panel.waitFor("Work   ● running")
    try panel.waitFor("  [3/4] Linking")
    gate.letThrough()
    try expectEqual(run.end().status, 0)
  }

  @Test func `quitting leaves a run running if that is the answer`() throws {
    let board = try SharedBoard(Self.actions)
    let (gate, lifeline) = (try board.sandbox.gate(), try board.sandbox.lifeline())
    let panel = try board.sandbox.panel()
    panel.send("w")
    try panel.waitFor("  [3/4] Linking")
    panel.send("q")
    try panel.waitFor("Work goes on without this panel.")
    panel.send("n")
    try panel.waitUntil("no question") { !$0.text.contains("Quit?") }
    panel.send("ql")
    try expectEqual(panel.waitForEnd(), .exited(0))
    expectGivenBack(panel)
    #expect(lifeline.isHeld)
    let next = try board.sandbox.panel()
    try next.waitFor("  [3/4] Linking")
    gate.letThrough()
    try next.waitFor("Work   ✓ succeeded")
    #expect(lifeline.hasEnded())
  }

  @Test func `quitting stops a run if that is the answer, and waits for its end`() throws {
    let board = try SharedBoard(
      "  tidy: { key: t, title: Tidy, run: 'exec 9> $LIFELINE; trap \"read line < gate; touch cleaned; exit\" TERM; echo ready; sleep 100 & wait' }\n"
    )
    let (gate, lifeline) = (try board.sandbox.gate(), try board.sandbox.lifeline())
    let panel = try board.sandbox.panel()
    panel.send("t")
    try panel.waitFor("  ready")
    panel.send("qs")
    try panel.waitFor("● Tidy is being cancelled")
    try panel.waitFor("Waiting for Tidy to end; Ctrl-C leaves now")
    gate.letThrough()
    try expectEqual(panel.waitForEnd(), .exited(0))
    expectGivenBack(panel)
    #expect(board.sandbox.has("cleaned"))
    #expect(lifeline.hasEnded())
  }

  @Test func `the second Ctrl-C leaves the run running`() throws {
    let board = try SharedBoard(Self.actions)
    let (gate, lifeline) = (try board.sandbox.gate(), try board.sandbox.lifeline())
    let panel = try board.sandbox.panel()
    panel.send("w")
    try panel.waitFor("  [3/4] Linking")
    panel.send("\u{03}")
    try panel.waitFor("Work goes on without this panel.")
    panel.send("\u{03}")
    try expectEqual(panel.waitForEnd(), .exited(0))
    expectGivenBack(panel)
    #expect(lifeline.isHeld)
    gate.letThrough()
    #expect(lifeline.hasEnded())
  }

  @Test(arguments: [SIGHUP, SIGTERM, SIGINT, SIGKILL])
  func `a signal detaches a panel`(signal: Int32) throws {
    let board = try SharedBoard(Self.actions)
    let (gate, lifeline) = (try board.sandbox.gate(), try board.sandbox.lifeline())
    let panel = try board.sandbox.panel()
    panel.send("w")
    try panel.waitFor("  [3/4] Linking")
    panel.signal(signal)
    try expectEqual(panel.waitForEnd(), .signalled(signal))
    #expect(lifeline.isHeld)
    gate.letThrough()
    #expect(lifeline.hasEnded())
  }

  @Test func `closing the terminal detaches a panel`() throws {
    let board = try SharedBoard(Self.actions)
    let (gate, lifeline) = (try board.sandbox.gate(), try board.sandbox.lifeline())
    let panel = try board.sandbox.panel()
    panel.send("w")
    try panel.waitFor("  [3/4] Linking")
    panel.hangUp()
    try expectEqual(panel.waitForEnd(), .signalled(SIGHUP))
    #expect(lifeline.isHeld)
    gate.letThrough()
    #expect(lifeline.hasEnded())
  }

  @Test func `a board can stop the runs of panels when the last one has gone`() throws {
    let board = try SharedBoard(Self.actions)
    let text = try board.sandbox.text(of: "signalbox.yml")
    try board.sandbox.write("on-detach: stop\n" + text, to: "signalbox.yml")
    let lifeline = try board.sandbox.lifeline()
    _ = try board.sandbox.gate()
    let (first, second) = (try board.sandbox.panel(), try board.sandbox.panel())
    first.send("w")
    try second.waitFor("Work   ● running")
    first.hangUp()
    try expectEqual(first.waitForEnd(), .signalled(SIGHUP))
    try second.waitFor("  [3/4] Linking")
    #expect(lifeline.isHeld)
    second.hangUp()
    #expect(lifeline.hasEnded())
  }

  @Test func `a read-only panel shows a run and does not end it`() throws {
    let board = try SharedBoard(Self.actions)
    let (gate, lifeline) = (try board.sandbox.gate(), try board.sandbox.lifeline())
    let run = try board.start("run", "work", "--quiet", environment: ["LIFELINE": lifeline.path])
    #expect(run.line() == "[3/4] Linking")
    let panel = try board.sandbox.panel(["--read-only"])
    try panel.waitFor("Work   ● running")
    panel.send("w")
    try panel.waitFor("read-only: nothing is started, cancelled or dismissed here")
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    #expect(lifeline.isHeld)
    gate.letThrough()
    try expectEqual(run.end().status, 0)
  }
}
