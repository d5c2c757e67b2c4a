import PseudoTerminal
import Testing

/// The box with the last runs of an action, filled by real commands.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct PanelRunsTests {
  @Test func `new runs appear in the list, and Enter shows their output`() throws {
    let sandbox = try Sandbox(
      """
      actions:
        step: { key: s, title: Step, run: 'n=$(cat n); echo $((n + 1)) > n; seq 30; exit $n' }
        gate: { key: w, title: Gate, run: 'read line < gate' }
      """)
    try sandbox.write("0", to: "n")
    let gate = try sandbox.gate()
    let terminal = try sandbox.panel()
    terminal.send("s")
    try terminal.waitFor("Step  ✓ succeeded")
    terminal.send("s")
    try terminal.waitFor("Step  ✗ failed")
    terminal.send("\u{12}")
    try terminal.waitFor("─ Runs of Step ─")
    // What follows depends on the width of the durations.
    try terminal.waitFor("50% of 2 runs ")
    try terminal.waitFor("✗ 30 · exit code 1 ")
    #expect(terminal.screen.text.contains("▸ 2  "))

    terminal.send("j\r")
    try terminal.waitUntil("no box") { !$0.text.contains("─ Runs of Step ─") }
    try terminal.waitFor("│ ── run 1 started")

    terminal.send("jw\u{12}")
    try terminal.waitFor("─ Runs of Gate ─")
    try terminal.waitFor("● running")
    gate.letThrough()
    try terminal.waitFor("100% of 1 run")
    terminal.send("\u{12}")
    try terminal.waitUntil("no box") { !$0.text.contains("─ Runs of Gate ─") }
  }
}
