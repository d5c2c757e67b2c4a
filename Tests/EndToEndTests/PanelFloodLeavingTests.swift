import Fuzzing
import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The panel ends well also in the middle of a flood of output, between any two frames and in any of them.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct PanelFloodLeavingTests {
  private let flood = """
    actions:
      flood: { key: f, run: 'exec 9> $LIFELINE; while :; do echo "ready $((i = i + 1)) 洪水"; done' }
    """

  @Test(arguments: [SIGSEGV, SIGILL, SIGABRT, SIGTRAP])
  func `a crash while the flood is drawn`(signal: Int32) throws {
    for seed in 0..<4 {
      let panel = try drawing(for: UInt64(seed) + UInt64(signal) * 100)
      panel.terminal.signal(signal)
      try panel.expectEnd(.signalled(signal))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a signal while the flood is drawn`(signal: Int32) throws {
    for seed in 0..<3 {
      let panel = try drawing(for: UInt64(seed) + UInt64(signal) * 100)
      panel.terminal.signal(signal)
      try panel.expectEnd(.signalled(signal))
    }
  }

  @Test func `a window closed while the flood is drawn`() throws {
    for seed in 0..<3 {
      let panel = try drawing(for: UInt64(seed))
      panel.terminal.hangUp()
      try expectEqual(panel.terminal.waitForEnd(), .signalled(SIGHUP))
      #expect(panel.lifeline.hasEnded())
    }
  }

  @Test func `a terminal that hangs up without a signal while the flood is drawn`() throws {
    let sandbox = try Sandbox(flood)
    let lifeline = try sandbox.lifeline()
    let terminal = try sandbox.script("trap '' HUP; exec $SIGNALBOX")
    try terminal.waitFor("q quit")
    terminal.send("f")
    try terminal.waitFor("ready 1")
    terminal.hangUp()
    _ = try terminal.waitForEnd()
    #expect(lifeline.hasEnded())
  }

  @Test func `quitting while the flood is drawn`() throws {
    let panel = try drawing(for: 1)
    panel.terminal.send("q")
    try panel.terminal.waitFor("flood will be cancelled.")
    panel.terminal.send("y")
    try panel.expectEnd(.exited(0))
  }

  @Test func `suspending while the flood is drawn, and resuming in another size`() throws {
    let sandbox = try Sandbox(flood)
    let lifeline = try sandbox.lifeline()
    let terminal = try sandbox.script(
      "$SIGNALBOX; echo stopped; read line; fg; echo ended", hasJobControl: true)
    try terminal.waitFor("q quit")
    terminal.send("f")
    try terminal.waitFor("ready 1")
    terminal.send("\u{1A}")
    try terminal.waitFor("stopped")
    expectGivenBack(terminal)
    #expect(lifeline.isHeld)

    terminal.resize(to: Size(width: 100, height: 30))
    terminal.send("\r")
    try terminal.waitUntil("the frame in its new size") { screen in
      screen.text.split(separator: "\n").first.map { $0.count == 100 && $0.hasSuffix("─╮") } == true
    }
    terminal.send("fy")
    try terminal.waitFor("■ cancelled")
    terminal.send("q")
    try terminal.waitFor("ended")
    expectGivenBack(terminal)
    #expect(lifeline.hasEnded())
  }

  /// The panel at some moment of the flood: after so many bytes have been drawn that nothing is told about a
  /// frame's end.
  private func drawing(for seed: UInt64) throws -> PanelAtWork {
    var chance = SeededGenerator(seed: seed)
    let size = Size(width: chance.within(40...200), height: chance.within(12...60))
    return try PanelAtWork(board: flood) { sandbox in
      let terminal = try sandbox.panel(size: size)
      terminal.send("f")
      try terminal.waitFor("ready 1")
      let enough = terminal.output.count + chance.below(8_000)
      try terminal.waitUntil("the flood") { _ in terminal.output.count >= enough }
      return terminal
    }
  }
}
