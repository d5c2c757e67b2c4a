import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Buttons start real commands, guards hold them, and the panel says how far they are and what became of
/// them.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct PanelWorkTests {
  @Test func `a key starts a command, and its success unlocks another`() throws {
    let sandbox = try Sandbox(
      """
      title: Two steps
      actions:
        first: { key: f, run: echo hello }
        second: { key: s, run: echo once >> ran, enabled-if: first.succeeded }
      """)
    let terminal = try sandbox.panel()
    #expect(terminal.screen.text.contains("⊘ locked             needs first"))
    terminal.send("s")
    try terminal.waitFor("second: needs first")

    terminal.send("f")
    try terminal.waitFor("  hello ")
    try terminal.waitFor("first   ✓ succeeded")
    try terminal.waitFor("second  ○ idle")
    #expect(!sandbox.has("ran"))

    terminal.send("s")
    try terminal.waitFor("second  ✓ succeeded")
    try expectEqual(sandbox.text(of: "ran"), "once\n")
  }

  @Test func `progress in the output is a gauge`() throws {
    let sandbox = try Sandbox(
      #"""
      actions:
        build: { key: b, run: 'echo "[3/4] Linking"; read line < gate', progress: '\[(\d+)/(\d+)\]' }
      """#)
    let gate = try sandbox.gate()
    let terminal = try sandbox.panel()
    terminal.send("b")
    try terminal.waitUntil("two gauges") {
      $0.text.split(separator: "▕█").count == 3 && $0.text.contains(" 75%")
        && $0.text.contains("[3/4] Linking")
    }
    gate.letThrough()
    try terminal.waitFor("✓ succeeded")
    try terminal.waitFor("○ Nothing is running")
    #expect(!terminal.screen.text.contains("█"))
  }

  @Test func `a failure is shown until it is dismissed`() throws {
    let sandbox = try Sandbox("actions: { bad: { key: b, run: exit 3 } }")
    let terminal = try sandbox.panel()
    terminal.send("b")
    try terminal.waitFor("├─ ✗ bad: exit code 3 ─")
    try terminal.waitFor("bad  ✗ failed")
    try terminal.waitFor("x dismiss")
    terminal.send("x")
    try terminal.waitUntil("no banner") { !$0.text.contains("✗ bad: ") }
    #expect(terminal.screen.text.contains("bad  ✗ failed"))
    #expect(!terminal.screen.text.contains("x dismiss"))
  }

  @Test func `a command that cannot be started is a failure`() throws {
    let sandbox = try Sandbox("actions: { ghost: { key: b, run: [/no/such/program] } }")
    let terminal = try sandbox.panel()
    terminal.send("b")
    try terminal.waitFor("├─ ✗ ghost: cannot start: /no/such/program: No such file or directory")
  }

  @Test func `a countdown moves while no action is running`() throws {
    let sandbox = try Sandbox("actions: { bad: { key: b, run: exit 3, error: { reset: 3s } } }")
    let terminal = try sandbox.panel()
    terminal.send("b")
    try terminal.waitFor("│ ✗ failed after")
    #expect(terminal.screen.text.contains("│ ── run 1 started"))
    try terminal.waitFor("resets in 2 s")
    try terminal.waitFor("resets in 1 s")
    try terminal.waitUntil("no banner") { !$0.text.contains("✗ bad: ") }
    #expect(terminal.screen.text.contains("bad  ✗ failed"))
  }

  @Test func `a running command is cancelled after a question`() throws {
    let sandbox = try Sandbox(
      "actions: { work: { key: w, run: 'exec 9> $LIFELINE; echo pid $$.; sleep 100 & wait' } }")
    let lifeline = try sandbox.lifeline()
    let terminal = try sandbox.panel()
    terminal.send("w")
    let leader = try terminal.waitForNumber(after: "pid ")
    terminal.send("w")
    try terminal.waitFor("Cancel work?")
    terminal.send("n")
    try terminal.waitUntil("no question") { !$0.text.contains("Cancel work?") }
    #expect(lifeline.isHeld)

    terminal.send("wy")
    try terminal.waitFor("■ cancelled")
    #expect(lifeline.hasEnded())
    #expect(kill(leader, 0) == -1 && errno == ESRCH)
    #expect(!terminal.screen.text.contains("▌"))
  }

  @Test func `a child has no controlling terminal`() throws {
    let sandbox = try Sandbox(
      """
      actions:
        ask: { key: t, run: '(echo rude > /dev/tty) 2> /dev/null || echo polite; read line; echo read $?' }
      """)
    let terminal = try sandbox.panel()
    terminal.send("t")
    try terminal.waitFor("  polite")
    try terminal.waitFor("  read 1")
    #expect(!terminal.screen.text.contains("rude"))
  }

  @Test func `a line that has not ended is shown as far as it is written`() throws {
    let sandbox = try Sandbox(
      """
      actions:
        ask: { key: k, run: 'printf "1 of 2"; read l < gate; printf "\\r2"; read l < gate; printf "\\nName: "; read l < gate' }
      """)
    let gate = try sandbox.gate()
    let terminal = try sandbox.panel()
    terminal.send("k")
    for text in ["  1 of 2", "  2 of 2", "  Name: "] {
      try terminal.waitFor(text)
      gate.letThrough()
    }
    try terminal.waitFor("✓ succeeded after")
    #expect(!terminal.screen.text.contains("1 of 2"))
  }

  @Test func `what output does to a terminal reaches no terminal`() throws {
    let sandbox = try Sandbox(
      #"""
      actions:
        wild: { key: w, run: 'printf "\033[31mred\033[0m\033]0;title\007\033[9;9r plain\n\033cnew\n"' }
      """#)
    let terminal = try sandbox.panel()
    terminal.send("w")
    try terminal.waitFor("  red plain")
    try terminal.waitFor("  new")
    try terminal.waitFor("✓ succeeded")
    #expect(terminal.screen.title == "")
    #expect(terminal.screen.text.hasPrefix("╭─ "))
  }

  @Test func `a flood of output leaves the panel responsive and its picture complete`() throws {
    let sandbox = try Sandbox(
      """
      actions:
        flood: { key: f, run: exec yes water }
        other: { key: o, run: echo dry land }
      """)
    let terminal = try sandbox.panel()
    terminal.send("f")
    try terminal.waitFor("  water")
    terminal.send("?")
    try terminal.waitFor("─ Keys ─")
    terminal.send("\u{1B}")
    try terminal.waitUntil("no help") { !$0.text.contains("─ Keys ─") }
    terminal.send("o")
    try terminal.waitFor("  dry land")
    try terminal.waitFor("other  ✓ succeeded")
    terminal.send("k")
    try terminal.waitFor("─ Output of flood ─")
    try terminal.waitFor("  water")
    terminal.send("fy")
    try terminal.waitFor("flood  ■ cancelled")
    terminal.send("\u{0C}")
    try terminal.waitFor("■ cancelled after")
    expectWhole(terminal)
  }
}
