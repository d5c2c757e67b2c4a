import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Processes around the panel die, and the panel does what is right.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct PanelOrphanTests {
  @Test func `a killed command is a failure, and the panel continues`() throws {
    let sandbox = try Sandbox(
      """
      actions:
        work: { key: w, run: 'exec 9> $LIFELINE; sleep 100 & echo pid $$.; wait' }
        other: { key: o, run: echo still here }
      """)
    let lifeline = try sandbox.lifeline()
    let terminal = try sandbox.panel()
    terminal.send("w")
    let leader = try terminal.waitForNumber(after: "pid ")
    #expect(kill(leader, SIGKILL) == 0)
    try terminal.waitFor("├─ ✗ work: pid \(leader). · ended by SIGKILL ─")
    try terminal.waitFor("work   ✗ failed")
    #expect(lifeline.hasEnded())

    terminal.send("o")
    try terminal.waitFor("  still here")
    try terminal.waitFor("other  ✓ succeeded")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `a command that ignores the request is killed after quitting`() throws {
    let panel = try PanelAtWork(.stubborn)
    panel.terminal.send("q")
    try panel.terminal.waitFor("family will be cancelled.")
    panel.terminal.send("y")
    try panel.terminal.waitFor("Waiting for family to end; Ctrl-C kills")
    try panel.expectEnd(.exited(0))
  }

  /// The system then hangs up the terminal: nothing of it can be given back, and nobody is there to see it.
  @Test func `the end of the parent shell ends the panel and its commands`() throws {
    let panel = try PanelAtWork {
      try $0.script("sh -c 'exec 9> $LIFELINE; exec $SIGNALBOX'; echo ended", hasJobControl: true)
    }
    panel.terminal.signal(SIGKILL)
    try expectEqual(panel.terminal.waitForEnd(), .signalled(SIGKILL))
    // The panel holds it, too.
    #expect(panel.lifeline.hasEnded())
  }

  /// The parent between the shell of the session and the panel is gone, and the terminal is still there.
  @Test func `a panel without a parent restores the terminal`() throws {
    var gate: Gate?
    // Standard input of what runs in the background is nothing, unless it is said otherwise.
    let panel = try PanelAtWork { sandbox in
      gate = try sandbox.gate()
      return try sandbox.script(
        """
        echo before
        sh -c '"$SIGNALBOX" < /dev/tty & echo $$ > parent; wait' < /dev/tty &
        read line < gate; read line; echo $line
        """)
    }
    let terminal = panel.terminal
    let parent = try #require(
      Int32(try panel.sandbox.text(of: "parent").trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(parent, SIGKILL) == 0)
    terminal.send("?")
    try terminal.waitFor("─ Keys ─")
    terminal.send("\u{1B}")
    try terminal.waitUntil("no help") { !$0.text.contains("─ Keys ─") }
    terminal.send("qy")
    try terminal.waitUntil("the normal screen") { !$0.isAlternate && $0.isInInitialState }
    try terminal.waitForLine(terminal.initialLineSettings)
    gate?.letThrough()
    terminal.send("after\r")
    try terminal.waitFor("after\nafter")
    _ = try terminal.waitForEnd()
    expectGivenBack(terminal)
    #expect(panel.lifeline.hasEnded())
  }

  /// A program that writes to a closed terminal gets an error and no signal, and could go on forever.
  @Test(arguments: ["output", "full", "none"])
  func `the commands of a killed panel end, also without a box`(terminal: String) throws {
    let board = """
      actions:
        family:
          key: f
          terminal: \(terminal)
          run: 'exec 9> $LIFELINE; trap "" HUP PIPE; echo ready; while :; do echo more; sleep 0.1; done 2>&-'
      """
    let panel = try PanelAtWork(board: board) { sandbox in
      let panel = try sandbox.panel()
      panel.send("f")
      return panel
    }
    try panel.terminal.waitFor("  ready")
    panel.terminal.signal(SIGKILL)
    try expectEqual(panel.terminal.waitForEnd(), .signalled(SIGKILL))
    #expect(panel.lifeline.hasEnded())
  }

  /// There is no shell that could continue it, so the system does not let it stop.
  @Test func `Ctrl-Z without a shell continues`() throws {
    let terminal = try Sandbox().panel()
    let before = terminal.output.count
    terminal.send("\u{1A}")
    try terminal.waitUntil("the picture anew") { $0.isAlternate && terminal.output.count > before + 1_000 }
    try terminal.waitUntil("the keypad") { $0.isKeypadApplication && $0.modes.contains(2004) }
    terminal.send("p")
    try terminal.waitFor("✓ succeeded")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
  }
}
