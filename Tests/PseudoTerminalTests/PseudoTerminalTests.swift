import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct PseudoTerminalTests {
  private func shell(_ script: String) -> Program { Program("/bin/sh", arguments: ["-c", script]) }

  @Test func `a program writes and ends`() throws {
    let terminal = try PseudoTerminal(shell("printf 'hello\\nworld'; exit 5"))
    try expectEqual(terminal.waitForEnd(), .exited(5))
    #expect(terminal.screen.text.hasPrefix("hello\nworld"))
    #expect(String(decoding: terminal.output, as: UTF8.self) == "hello\r\nworld")
  }

  @Test func `keys reach the program`() throws {
    let terminal = try PseudoTerminal(shell("stty -echo; echo ready; read line; echo \"got $line\""))
    try terminal.waitFor("ready")
    terminal.send("something\r")
    try terminal.waitFor("got something")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test func `the program has the size of the terminal`() throws {
    let terminal = try PseudoTerminal(
      shell("trap 'stty size' WINCH; stty size; while read line; do :; done"),
      size: Size(width: 30, height: 5))
    try terminal.waitFor("5 30")
    terminal.resize(to: Size(width: 44, height: 6))
    terminal.send("\r")
    try terminal.waitFor("6 44")
  }

  @Test func `the terminal is the controlling terminal of the program`() throws {
    let terminal = try PseudoTerminal(shell("echo yes > /dev/tty; kill -INT $$"))
    try expectEqual(terminal.waitForEnd(), .signalled(SIGINT))
    #expect(terminal.screen.text.hasPrefix("yes"))
  }

  @Test func `directory and environment are passed to the program`() throws {
    var program = shell("pwd; echo $COLOUR")
    program.directory = "/usr"
    program.environment["COLOUR"] = "green"
    let terminal = try PseudoTerminal(program)
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(terminal.screen.text.hasPrefix("/usr\ngreen\n"))
  }

  @Test func `closing the terminal sends a hang-up`() throws {
    let terminal = try PseudoTerminal(shell("echo ready; sleep 1000"))
    try terminal.waitFor("ready")
    terminal.hangUp()
    try expectEqual(terminal.waitForEnd(), .signalled(SIGHUP))
  }

  @Test func `a text that does not appear is reported with the screen`() throws {
    let terminal = try PseudoTerminal(shell("echo something else; exec cat"))
    try terminal.waitFor("something else")
    let error = #expect(throws: PseudoTerminalError.self) {
      try terminal.waitFor("nothing", timeout: .milliseconds(10))
    }
    #expect(error?.description.contains("something else") == true)
  }

  @Test func `the early end of a program is reported`() throws {
    let terminal = try PseudoTerminal(shell("echo bye"))
    let error = #expect(throws: PseudoTerminalError.self) { try terminal.waitFor("nothing") }
    #expect(error?.description.contains("bye") == true)
  }

  @Test func `a missing program cannot be started`() {
    #expect(throws: PseudoTerminalError.self) { try PseudoTerminal(Program("/nowhere/at/all")) }
  }

  @Test func `line settings can be compared`() throws {
    let terminal = try PseudoTerminal(shell("echo ready; read line; stty -echo; echo changed; read line"))
    try terminal.waitFor("ready")
    let before = try #require(terminal.lineSettings)
    terminal.send("\r")
    try terminal.waitFor("changed")
    #expect(terminal.lineSettings != before)
  }

  @Test func `a change of the line settings without output is detected`() throws {
    let terminal = try PseudoTerminal(shell("stty -echo; echo ready; read line; stty echo; read line"))
    try terminal.waitFor("ready")
    #expect(terminal.lineSettings != terminal.initialLineSettings)
    terminal.send("\r")
    try terminal.waitForLine(terminal.initialLineSettings)
    let error = #expect(throws: PseudoTerminalError.self) {
      try terminal.waitForLine(nil, timeout: .milliseconds(20))
    }
    #expect(error?.description.contains("the line") == true)
  }

  @Test func `unread input is discarded when the program ends`() throws {
    let terminal = try PseudoTerminal(shell("stty raw -echo; echo ready; head -c 1000 > /dev/null"))
    try terminal.waitFor("ready")
    terminal.send(Array(repeating: UInt8(ascii: "y"), count: 1_000_000))
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }
}
