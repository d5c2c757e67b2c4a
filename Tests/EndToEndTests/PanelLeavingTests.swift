import PseudoTerminal
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// However the panel ends, it gives the terminal back, ends as a shell expects, and leaves no command behind.
@Suite(.ownThreads) struct PanelLeavingTests {
  /// A command with a child of its own, both of which hold the lifeline.
  private let family = """
    title: Family
    actions:
      family: { key: f, run: 'exec 9> $LIFELINE; sleep 100 & echo ready; wait' }
    """
  /// A command that does not end when it is asked to.
  private let stubborn = """
    title: Stubborn
    actions:
      family:
        key: f
        run: 'exec 9> $LIFELINE; trap "" TERM; echo ready; while :; do sleep 1; done'
    """

  @Test func quittingGivesTheTerminalBack() throws {
    let terminal = try Desk().script("echo before; exec $SIGNALBOX")
    try terminal.waitFor("q quit")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.screen.text.hasPrefix("before\n"))
  }

  @Test func withoutAnAlternateScreenThePictureStaysAndTheShellHasTheLastRow() throws {
    let terminal = try Desk().script("TERM=vt100 $SIGNALBOX; echo after; read line")
    try terminal.waitFor("q quit")
    terminal.send("q")
    try terminal.waitFor("after")
    #expect(terminal.screen.text.contains("─ Actions ─"))
    #expect(terminal.screen.text.contains("\nafter\n") || terminal.screen.text.hasSuffix("\nafter"))
    #expect(!terminal.screen.text.contains("q quit"))
    terminal.send("\n")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func quittingAsksWhileSomethingRuns() throws {
    let desk = try Desk(family)
    let lifeline = try desk.lifeline()
    let terminal = try desk.running()
    for answer in ["n", "\u{1B}", "\r"] {
      terminal.send("q")
      try terminal.waitFor("family will be cancelled.")
      terminal.send(answer)
      try terminal.waitUntil("no question") { !$0.text.contains("will be cancelled") }
    }
    #expect(lifeline.isHeld)
    terminal.send("qy")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
    #expect(lifeline.hasEnded())
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func aSignalEndsThePanelAndItsCommands(signal: Int32) throws {
    let desk = try Desk(family)
    let lifeline = try desk.lifeline()
    let terminal = try desk.running()
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .signalled(signal))
    expectGivenBack(terminal)
    #expect(lifeline.hasEnded())
  }

  @Test(arguments: [
    SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSYS, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2,
  ])
  func aCrashOfThePanelEndsItsCommands(signal: Int32) throws {
    let desk = try Desk(family)
    let lifeline = try desk.lifeline()
    let terminal = try desk.running()
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .signalled(signal))
    expectGivenBack(terminal)
    #expect(lifeline.hasEnded())
  }

  @Test func theShellSeesTheSignal() throws {
    let desk = try Desk()
    let terminal = try desk.script("trap : QUIT; $SIGNALBOX; echo status $?")
    try terminal.waitFor("q quit")
    terminal.send("\u{1C}")
    try terminal.waitFor("status 131")
  }

  @Test func oneControlCAsksCommandsToEnd() throws {
    let desk = try Desk(
      """
      actions:
        family:
          key: f
          run: 'exec 9> $LIFELINE; trap "touch cleaned; exit" TERM; echo ready; sleep 100 & wait'
      """)
    let lifeline = try desk.lifeline()
    let terminal = try desk.running()
    terminal.send("\u{03}")
    #expect(try terminal.waitForEnd() == .signalled(SIGINT))
    expectGivenBack(terminal)
    #expect(lifeline.hasEnded())
    #expect(desk.has("cleaned"))
  }

  @Test func theSecondControlCWaitsForNothing() throws {
    let desk = try Desk(stubborn)
    let lifeline = try desk.lifeline()
    let terminal = try desk.running()
    terminal.send("\u{03}")
    try terminal.waitFor("Waiting for family to end; Ctrl-C kills")
    terminal.send("\u{03}")
    #expect(try terminal.waitForEnd() == .signalled(SIGINT))
    expectGivenBack(terminal)
    #expect(lifeline.hasEnded())
  }

  @Test func aCommandThatIgnoresTheRequestIsKilled() throws {
    let desk = try Desk(stubborn)
    let lifeline = try desk.lifeline()
    let terminal = try desk.running()
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForEnd() == .signalled(SIGTERM))
    expectGivenBack(terminal)
    #expect(lifeline.hasEnded())
  }

  @Test func aClosedWindowEndsThePanelAndItsCommands() throws {
    let desk = try Desk(family)
    let lifeline = try desk.lifeline()
    let terminal = try desk.running()
    terminal.hangUp()
    #expect(try terminal.waitForEnd() == .signalled(SIGHUP))
    #expect(lifeline.hasEnded())
  }

  @Test func aTerminalThatGoesWithoutASignalEndsThePanelAndItsCommands() throws {
    let desk = try Desk(family)
    let lifeline = try desk.lifeline()
    let terminal = try desk.script("trap '' HUP; exec $SIGNALBOX")
    try terminal.waitFor("q quit")
    terminal.send("f")
    try terminal.waitFor("  ready ")
    terminal.hangUp()
    _ = try terminal.waitForEnd()
    #expect(lifeline.hasEnded())
  }

  /// The signal and the end of the input are one event, not the second request that kills.
  @Test func aClosedWindowLetsCommandsCleanUp() throws {
    let desk = try Desk(
      """
      actions:
        family:
          key: f
          run: 'exec 9> $LIFELINE; trap "read line < gate; touch cleaned; exit" TERM; echo ready; sleep 100 & wait'
      """)
    let lifeline = try desk.lifeline()
    let gate = try desk.gate()
    let terminal = try desk.running()
    terminal.hangUp()
    gate.letThrough()
    #expect(try terminal.waitForEnd() == .signalled(SIGHUP))
    #expect(lifeline.hasEnded())
    #expect(desk.has("cleaned"))
  }

  @Test func aKeyAndASignalAtOnceLeaveNoCommandBehind() throws {
    let desk = try Desk("actions: { family: { key: f, run: 'exec 9> $LIFELINE; touch began; sleep 100' } }")
    let lifeline = try desk.lifeline()
    for _ in 0..<5 {
      let terminal = try desk.panel()
      terminal.send("f")
      terminal.signal(SIGTERM)
      #expect(try terminal.waitForEnd() == .signalled(SIGTERM))
      expectGivenBack(terminal)
    }
    #expect(!desk.has("began") || lifeline.hasEnded())
  }

  @Test func controlZStopsAndThePanelComesBack() throws {
    let desk = try Desk()
    let terminal = try desk.script("$SIGNALBOX; echo stopped; read line; fg; echo ended", hasJobControl: true)
    try terminal.waitFor("q quit")
    let picture = terminal.screen.text
    terminal.send("\u{1A}")
    try terminal.waitFor("stopped")
    expectGivenBack(terminal)

    terminal.send("\r")
    try terminal.waitFor("q quit")
    #expect(terminal.screen.isAlternate)
    #expect(terminal.screen.text == picture)
    terminal.send("p")
    try terminal.waitFor("✓ succeeded")
    terminal.send("q")
    try terminal.waitFor("ended")
    expectGivenBack(terminal)
  }

  @Test func aStopThatCannotBeCaughtIsSurvived() throws {
    let terminal = try Desk().panel()
    let picture = terminal.screen.text
    let before = terminal.output.count
    terminal.signal(SIGSTOP)
    terminal.signal(SIGCONT)
    try terminal.waitUntil("the picture anew") { $0.text == picture && terminal.output.count > before + 1000 }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }
}

extension Desk {
  /// The panel after the key `f` has started a command that says "ready".
  func running() throws -> PseudoTerminal {
    let terminal = try panel()
    terminal.send("f")
    try terminal.waitFor("  ready ")
    return terminal
  }
}
