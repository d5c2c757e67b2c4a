import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// However the panel ends, it gives the terminal back, ends as a shell expects, and leaves no command behind.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct PanelLeavingTests {
  @Test func `quitting restores the terminal`() throws {
    let terminal = try Sandbox().script("echo before; exec $SIGNALBOX")
    try terminal.waitFor("q quit")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.screen.text.hasPrefix("before\n"))
  }

  @Test func `without an alternate screen the picture stays, and the shell gets the last row`() throws {
    let terminal = try Sandbox().script("TERM=vt100 $SIGNALBOX; echo after; read line")
    try terminal.waitFor("q quit")
    terminal.send("q")
    try terminal.waitFor("after")
    #expect(terminal.screen.text.contains("├─ Output of Ping ─"))
    #expect(terminal.screen.text.contains("\nafter\n") || terminal.screen.text.hasSuffix("\nafter"))
    #expect(!terminal.screen.text.contains("q quit"))
    terminal.send("\n")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test func `quitting asks while an action is running`() throws {
    let panel = try PanelAtWork()
    for answer in ["n", "\u{1B}", "\r"] {
      panel.terminal.send("q")
      try panel.terminal.waitFor("family will be cancelled.")
      panel.terminal.send(answer)
      try panel.terminal.waitUntil("no question") { !$0.text.contains("will be cancelled") }
    }
    #expect(panel.lifeline.isHeld)
    panel.terminal.send("qy")
    try panel.expectEnd(.exited(0))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `a signal ends the panel and its commands`(signal: Int32) throws {
    let panel = try PanelAtWork()
    panel.terminal.signal(signal)
    try panel.expectEnd(.signalled(signal))
  }

  @Test(arguments: [
    SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSYS, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2,
  ])
  func `a crash of the panel ends its commands`(signal: Int32) throws {
    let panel = try PanelAtWork()
    panel.terminal.signal(signal)
    try panel.expectEnd(.signalled(signal))
  }

  /// The Swift runtime handles these signals, too, unless its backtraces are off, as they are in the other
  /// tests.
  @Test(.timeLimit(.minutes(15)), arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGQUIT])
  func `a crash ends the panel while backtraces are on`(signal: Int32) throws {
    let panel = try PanelAtWork { try $0.panel(environment: ["SWIFT_BACKTRACE": ""]) }
    panel.terminal.signal(signal)
    try panel.expectEnd(.signalled(signal))
  }

  @Test func `the shell sees the signal`() throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.script("trap : QUIT; $SIGNALBOX; echo status $?")
    try terminal.waitFor("q quit")
    terminal.send("\u{1C}")
    try terminal.waitFor("status 131")
  }

  @Test func `Ctrl-C asks, and the second one terminates commands`() throws {
    let panel = try PanelAtWork(.tidy)
    panel.terminal.send("\u{03}")
    try panel.terminal.waitFor("family will be cancelled.")
    panel.terminal.send("n")
    try panel.terminal.waitUntil("no question") { !$0.text.contains("will be cancelled") }
    #expect(panel.lifeline.isHeld)
    panel.terminal.send("\u{03}")
    try panel.terminal.waitFor("family will be cancelled.")
    panel.terminal.send("\u{03}")
    try panel.expectEnd(.exited(0))
    #expect(panel.sandbox.has("cleaned"))
  }

  @Test func `the third Ctrl-C kills commands`() throws {
    let panel = try PanelAtWork(.stubborn)
    panel.terminal.send("\u{03}\u{03}")
    try panel.terminal.waitFor("Waiting for family to end; Ctrl-C kills")
    panel.terminal.send("\u{03}")
    try panel.expectEnd(.exited(0))
  }

  @Test func `Ctrl-C quits at once while nothing runs`() throws {
    let terminal = try Sandbox().panel()
    terminal.send("\u{03}")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `a command that ignores the signal is killed`() throws {
    let panel = try PanelAtWork(.stubborn)
    panel.terminal.signal(SIGTERM)
    try panel.expectEnd(.signalled(SIGTERM))
  }

  @Test func `a closed window ends the panel and its commands`() throws {
    let panel = try PanelAtWork()
    panel.terminal.hangUp()
    try expectEqual(panel.terminal.waitForEnd(), .signalled(SIGHUP))
    #expect(panel.lifeline.hasEnded())
  }

  @Test func `a terminal that hangs up without a signal ends the panel and its commands`() throws {
    let panel = try PanelAtWork { try $0.script("trap '' HUP; exec $SIGNALBOX") }
    panel.terminal.hangUp()
    _ = try panel.terminal.waitForEnd()
    #expect(panel.lifeline.hasEnded())
  }

  /// The signal and the end of the input are one event, not the second request that kills.
  @Test func `a closed window lets commands clean up`() throws {
    let panel = try PanelAtWork(.slow)
    let gate = try panel.sandbox.gate()
    panel.terminal.hangUp()
    gate.letThrough()
    try expectEqual(panel.terminal.waitForEnd(), .signalled(SIGHUP))
    #expect(panel.lifeline.hasEnded())
    #expect(panel.sandbox.has("cleaned"))
  }

  @Test func `a key and a signal at the same time leave no command behind`() throws {
    let sandbox = try Sandbox(
      "actions: { family: { key: f, run: 'exec 9> $LIFELINE; touch began; sleep 100' } }")
    let lifeline = try sandbox.lifeline()
    for _ in 0..<5 {
      let terminal = try sandbox.panel()
      terminal.send("f")
      terminal.signal(SIGTERM)
      try expectEqual(terminal.waitForEnd(), .signalled(SIGTERM))
      expectGivenBack(terminal)
    }
    #expect(!sandbox.has("began") || lifeline.hasEnded())
  }

  @Test func `Ctrl-Z stops the panel, and it comes back`() throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.script(
      "$SIGNALBOX; echo stopped; read line; fg; echo ended", hasJobControl: true)
    let picture = try restingPicture(of: terminal, with: "No output yet")
    terminal.send("\u{1A}")
    try terminal.waitFor("stopped")
    expectGivenBack(terminal)

    terminal.send("\r")
    try terminal.waitUntil("the picture again") { $0.text == picture }
    #expect(terminal.screen.isAlternate)
    terminal.send("p")
    try terminal.waitFor("✓ succeeded")
    terminal.send("q")
    try terminal.waitFor("ended")
    expectGivenBack(terminal)
  }

  @Test func `SIGSTOP is survived`() throws {
    let terminal = try Sandbox().panel()
    let picture = try restingPicture(of: terminal, with: "No output yet")
    let before = terminal.output.count
    terminal.signal(SIGSTOP)
    terminal.signal(SIGCONT)
    try terminal.waitUntil("the picture anew") { $0.text == picture && terminal.output.count > before + 1000 }
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
  }
}
