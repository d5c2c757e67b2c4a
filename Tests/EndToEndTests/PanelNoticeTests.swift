import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the terminal and commands are told of changes.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct PanelNoticeTests {
  private static let board = """
    title: Desk
    actions:
      bad: { key: b, title: Bad, run: exit 3, notify: failed }
      silent: { key: s, title: Silent, run: exit 4, notify: { when: failed, bell: false, desktop: false, command: [sh, ./tell] } }
      wait: { key: w, title: Wait, run: 'until test -e began; do sleep 0.02; done' }
      good: { key: o, title: Good, run: echo fine, notify: failed }
    """

  @Test func `a failure rings the bell and is shown on the desktop`() throws {
    let terminal = try Sandbox(Self.board).panel()
    terminal.send("o")
    try terminal.waitFor("Good    ✓ succeeded")
    #expect(terminal.screen.bellCount == 0)
    terminal.send("b")
    try terminal.waitUntil("a notification") { !$0.strings.isEmpty }
    #expect(terminal.screen.strings == ["9;Bad failed: exit code 3 - Desk"])
    try terminal.waitUntil("a bell") { $0.bellCount == 1 }
    try terminal.waitFor("Bad     ✗ failed")
    expectWhole(terminal)
    #expect(terminal.screen.unknownSequences.isEmpty)
  }

  @Test func `the environment selects the sequence`() throws {
    let terminal = try Sandbox(Self.board).panel(environment: ["VTE_VERSION": "7006"])
    terminal.send("b")
    try terminal.waitUntil("a notification") { !$0.strings.isEmpty }
    #expect(terminal.screen.strings == ["777;notify;Bad failed;exit code 3 - Desk"])
  }

  @Test func `inside tmux the notification is passed through`() throws {
    let terminal = try Sandbox(Self.board).panel(environment: ["TMUX": "/tmp/tmux,1,0"])
    terminal.send("b")
    try terminal.waitUntil("a notification") { !$0.strings.isEmpty }
    #expect(
      terminal.screen.strings == ["ESC P tmux;\u{1B}\u{1B}]9;Bad failed: exit code 3 - Desk\u{07}"])
  }

  @Test func `a command gets the facts in its environment, and nothing else happens`() throws {
    let sandbox = try Sandbox(Self.board)
    try sandbox.write(
      "echo $SIGNALBOX_ACTION $SIGNALBOX_STATE: $SIGNALBOX_MESSAGE > told; exit 9", to: "tell")
    let terminal = try sandbox.panel()
    terminal.send("js")
    try terminal.waitFor("• not notified that it failed: exit code 9")
    try expectEqual(sandbox.text(of: "told"), "silent failed: exit code 4\n")
    #expect(terminal.screen.bellCount == 0 && terminal.screen.strings.isEmpty)
  }

  @Test func `leaving ends a notify command`() throws {
    let sandbox = try Sandbox(Self.board)
    try sandbox.write("exec 9> $LIFELINE; echo > began; sleep 1000 & wait", to: "tell")
    let lifeline = try sandbox.lifeline()
    let terminal = try sandbox.panel()
    terminal.send("sw")
    try terminal.waitFor("Wait    ✓ succeeded")
    #expect(lifeline.isHeld)
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(lifeline.hasEnded())
    expectGivenBack(terminal)
  }

  @Test func `watch runs the notify command and nothing else`() throws {
    let program = try HeadlessProgram(
      ["watch"],
      board: """
        actions:
          probe:
            run: exit 3
            every: 1h
            notify: { when: failed, command: 'echo $SIGNALBOX_ACTION $SIGNALBOX_STATE > new; mv new told' }
          told: { run: test -e told, every: 100ms, quiet: true }
        """)
    var lines: [String] = []
    while !(lines.last?.hasPrefix("told: succeeded") ?? false), lines.last != "" {
      lines.append(program.line())
    }
    program.signal(SIGTERM)
    let result = try program.end()
    #expect(result.isSignalled && result.messages == "")
    #expect(lines.contains { $0.hasPrefix("probe: failed") })
    #expect(!lines.joined().contains { $0 == "\u{07}" || $0 == "\u{1B}" })
  }
}
