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

/// Whatever ends the program, the person gets back the terminal as it was.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct TerminalLifecycleTests {
  @Test func `a picture is drawn, and the terminal is restored`() throws {
    let terminal = try FixtureProgram.script("echo before; exec $FIXTURE")
    let settings = terminal.initialLineSettings
    try terminal.waitFor("end")

    #expect(terminal.screen.isAlternate)
    #expect(
      terminal.screen.text.hasPrefix("⠋ fixture 80x24\n  wide 日本 e\u{301} █ 😀            dim       marked\n"))
    #expect(terminal.lineSettings != settings)
    terminal.send("q")

    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.screen.text.hasPrefix("before\n"))
    #expect(terminal.screen.unknownSequences.isEmpty)
  }

  @Test func `exactly the expected modes are switched on`() throws {
    let terminal = try FixtureProgram.started()
    try terminal.waitUntil("the keypad") { $0.isKeypadApplication }
    #expect(terminal.screen.modes == [1, 7, 1000, 1002, 1006, 1049, 2004])
  }

  @Test func `the alternate screen is entered once, and the colours of the terminal stay`() throws {
    let terminal = try FixtureProgram.script("exec $FIXTURE")
    try terminal.waitFor("end")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    let output = String(decoding: terminal.output, as: UTF8.self)
    for sequence in ["\u{1B}[?1049h", "\u{1B}[?1049l", "\u{1B}[22;0;0t", "\u{1B}[23;0;0t"] {
      #expect(output.components(separatedBy: sequence).count == 2, "\(sequence.debugDescription)")
    }
    #expect(!output.contains("\u{1B}]104"))
    #expect(!output.contains("\u{1B}]4;"))
  }

  @Test func `the colours of the terminal stay when the program continues`() throws {
    let terminal = try FixtureProgram.script("$FIXTURE; read line; fg; echo ended", hasJobControl: true)
    try terminal.waitFor("end")
    terminal.send("\u{1A}")
    try terminal.waitUntil("the shell") { !$0.isAlternate }
    // Before that, Enter is no end of a line.
    try terminal.waitForLine(terminal.initialLineSettings)
    terminal.send("\r")
    try terminal.waitFor("resumed")
    #expect(terminal.screen.isAlternate)
    terminal.send("q")
    try terminal.waitFor("ended")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}]"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a signal ends the program by the same signal`(signal: Int32) throws {
    let terminal = try FixtureProgram.started()
    #expect(terminal.lineSettings != terminal.initialLineSettings)
    terminal.signal(signal)
    try expectEqual(terminal.waitForEnd(), .signalled(signal))
    expectGivenBack(terminal)
  }

  @Test func `Ctrl-Backslash sends a signal`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("\u{1C}")
    try expectEqual(terminal.waitForEnd(), .signalled(SIGQUIT))
    expectGivenBack(terminal)
  }

  @Test func `Ctrl-C is a key, also after the program was stopped`() throws {
    let terminal = try FixtureProgram.script("$FIXTURE; read line; fg; echo ended", hasJobControl: true)
    try terminal.waitFor("end")
    terminal.send("\u{03}")
    try terminal.waitFor("key Ctrl-C")
    terminal.send("\u{1A}")
    try terminal.waitUntil("the shell") { !$0.isAlternate }
    // Before that, Enter is no end of a line.
    try terminal.waitForLine(terminal.initialLineSettings)
    terminal.send("\r")
    try terminal.waitFor("resumed")
    terminal.send("\u{03}q")
    try terminal.waitFor("ended")
    expectGivenBack(terminal)
  }

  @Test(arguments: [0, 1, 40, 80, 120, 160, 200, 240, 280])
  func `a signal during the start is not lost`(bytes: Int) throws {
    let terminal = try PseudoTerminal(Program(FixtureProgram.path))
    try terminal.waitUntil("\(bytes) bytes") { _ in terminal.output.count >= bytes }
    terminal.signal(SIGTERM)
    try expectEqual(terminal.waitForEnd(), .signalled(SIGTERM))
    #expect(terminal.screen.isInInitialState)
  }

  @Test func `the shell sees the signal`() throws {
    let terminal = try FixtureProgram.script("trap : QUIT; $FIXTURE; echo status $?")
    try terminal.waitFor("end")
    terminal.send("\u{1C}")
    try terminal.waitFor("status 131")
  }

  @Test func `Ctrl-Z stops the program, and the shell continues it`() throws {
    let terminal = try FixtureProgram.script(
      "$FIXTURE; echo stopped; read line; fg; echo ended", hasJobControl: true)
    try terminal.waitFor("end")
    terminal.send("\u{1A}")
    try terminal.waitFor("stopped")
    expectGivenBack(terminal)

    terminal.send("\r")
    try terminal.waitFor("resumed")
    #expect(terminal.screen.isAlternate)
    #expect(terminal.screen.text.hasPrefix("⠋ fixture 80x24\n"))
    try terminal.waitUntil("the keypad") { $0.isKeypadApplication }
    terminal.send("\u{1B}OA")
    try terminal.waitFor("key Up")
    terminal.send("q")
    try terminal.waitFor("ended")
    expectGivenBack(terminal)
  }

  @Test func `a change of size while stopped is delivered`() throws {
    let terminal = try FixtureProgram.script(
      "$FIXTURE; echo stopped; read line; fg; echo ended", hasJobControl: true)
    try terminal.waitFor("end")
    terminal.send("\u{1A}")
    try terminal.waitFor("stopped")
    terminal.resize(to: Size(width: 60, height: 12))
    terminal.send("\r")
    try terminal.waitFor("fixture 60x12")
    try terminal.waitFor("resumed")
  }

  @Test func `SIGSTOP is survived`() throws {
    let terminal = try FixtureProgram.started()
    terminal.signal(SIGSTOP)
    terminal.signal(SIGCONT)
    try terminal.waitFor("resumed")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `a trap shows its message on the normal screen`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("c")
    let outcome = try terminal.waitForEnd()
    #expect([.signalled(SIGILL), .signalled(SIGTRAP)].contains(outcome))
    expectGivenBack(terminal)
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("Index out of range"))
  }

  @Test(arguments: [("a", SIGABRT), ("o", SIGSEGV)])
  func `other crashes restore the terminal`(key: String, signal: Int32) throws {
    let terminal = try FixtureProgram.started()
    terminal.send(key)
    try expectEqual(terminal.waitForEnd(), .signalled(signal))
    expectGivenBack(terminal)
  }

  /// The Swift runtime handles a fault, too, unless its backtraces are off, as they are in the other tests.
  @Test(
    .timeLimit(.minutes(15)),
    arguments: [("c", [SIGILL, SIGTRAP]), ("C", [SIGILL, SIGTRAP]), ("a", [SIGABRT]), ("o", [SIGSEGV])])
  func `a fault ends the program at once while backtraces are on`(key: String, signals: [Int32]) throws {
    let terminal = try FixtureProgram.started(environment: ["SWIFT_BACKTRACE": ""])
    terminal.send(key)
    let outcome = try terminal.waitForEnd()
    #expect(signals.map { .signalled($0) }.contains(outcome))
    expectGivenBack(terminal)
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("Backtrac"))
  }

  @Test(.timeLimit(.minutes(15)), arguments: [("c", [SIGILL, SIGTRAP]), ("a", [SIGABRT])])
  func `who asks for a backtrace gets one before the program ends`(key: String, signals: [Int32]) throws {
    let terminal = try FixtureProgram.started(
      environment: ["SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no,images=none,limit=4"])
    terminal.send(key)
    let outcome = try terminal.waitForEnd()
    #expect(signals.map { .signalled($0) }.contains(outcome))
    expectGivenBack(terminal)
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("Backtrac"))
  }

  /// ncurses sets the region for the height that it knows, which is another one while somebody drags the
  /// window.
  @Test(arguments: ["q", "a", "z"]) func `the scroll region is reset to the whole screen`(key: String) throws
  {
    let terminal = try FixtureProgram.script("$FIXTURE; echo ended; read line", hasJobControl: true)
    try terminal.waitFor("end")
    terminal.resize(to: Size(width: 80, height: 40))
    try terminal.waitFor("fixture 80x40")
    terminal.writeBehindTheProgram("\u{1B}[1;24r")
    #expect(terminal.screen.leftChanged.contains("only rows 0..<24 scroll"))
    terminal.send(key)
    try terminal.waitFor("ended")
    expectGivenBack(terminal)
  }

  @Test func `a trap in another thread stops the drawing`() throws {
    for _ in 0..<5 {
      let terminal = try FixtureProgram.started()
      terminal.send("C")
      let outcome = try terminal.waitForEnd()
      #expect([.signalled(SIGILL), .signalled(SIGTRAP)].contains(outcome))
      expectGivenBack(terminal)
      #expect(String(decoding: terminal.output, as: UTF8.self).contains("Index out of range"))
    }
  }

  @Test func `an exit without close restores the terminal`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("ex")
    try expectEqual(terminal.waitForEnd(), .exited(3))
    expectGivenBack(terminal)
    #expect(terminal.screen.text.contains("a message on standard error"))
  }

  @Test func `messages on standard error appear afterwards`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("en")
    try terminal.waitFor("⠙ fixture")
    #expect(!terminal.screen.text.contains("message"))
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(terminal.screen.text.contains("a message on standard error"))
  }

  @Test func `standard error that is a file is not captured`() throws {
    let terminal = try FixtureProgram.script(
      "f=$(mktemp); $FIXTURE 2> $f; echo in the file: $(cat $f); rm $f")
    try terminal.waitFor("end")
    terminal.send("eq")
    try terminal.waitFor("in the file: a message on standard error")
  }

  @Test func `a closed window ends the program`() throws {
    let terminal = try FixtureProgram.started()
    terminal.hangUp()
    let outcome = try terminal.waitForEnd()
    // The signal and the end of input come together; either may be first.
    #expect([.signalled(SIGHUP), .exited(7)].contains(outcome))
  }

  @Test func `a terminal that hangs up without a signal ends the program`() throws {
    let terminal = try FixtureProgram.script("trap '' HUP; exec $FIXTURE")
    try terminal.waitFor("end")
    terminal.hangUp()
    try expectEqual(terminal.waitForEnd(), .exited(7))
  }
}
