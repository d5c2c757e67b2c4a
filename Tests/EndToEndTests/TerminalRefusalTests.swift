import PseudoTerminal
import TestSupport
import Testing

/// A terminal that cannot be used is refused with one sentence, and nothing else is written to it.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct TerminalRefusalTests {
  @Test func `a terminal that cannot move its cursor is refused`() throws {
    let terminal = try PseudoTerminal(Program(FixtureProgram.path, environment: ["TERM": "dumb"]))
    try expectEqual(terminal.waitForEnd(), .exited(2))
    #expect(text(terminal) == "the terminal \"dumb\" (from TERM) cannot move its cursor\r\n")
  }

  @Test(arguments: [("xterm-kitty", true), ("tmux-new", true), ("vt999", false)])
  func `an unknown terminal is used as a similar one`(name: String, hasAlternateScreen: Bool) throws {
    let terminal = try PseudoTerminal(Program(FixtureProgram.path, environment: ["TERM": name]))
    try terminal.waitFor("end")
    #expect(terminal.screen.isAlternate == hasAlternateScreen)
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(terminal.leftChanged == [])
  }

  @Test func `a missing name is refused`() throws {
    let terminal = try PseudoTerminal(Program(FixtureProgram.path, environment: ["TERM": ""]))
    try expectEqual(terminal.waitForEnd(), .exited(2))
    #expect(text(terminal) == "the type of the terminal is not known: TERM is not set\r\n")
  }

  @Test func `a file as output is refused, and stays empty`() throws {
    let terminal = try FixtureProgram.script(
      "f=$(mktemp); $FIXTURE > $f; echo status $? size $(wc -c < $f); rm $f")
    try terminal.waitFor("standard output is not a terminal\nstatus 2 size 0")
  }

  @Test func `a file as input is refused`() throws {
    let terminal = try FixtureProgram.script("$FIXTURE < /dev/null; echo status $?")
    try terminal.waitFor("standard input is not a terminal\nstatus 2")
  }

  private func text(_ terminal: PseudoTerminal) -> String {
    String(decoding: terminal.output, as: UTF8.self)
  }
}
