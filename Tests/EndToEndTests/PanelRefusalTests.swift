import PseudoTerminal
import TestSupport
import Testing

/// What cannot be shown is said in one sentence on standard error, and the terminal is left as it was.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct PanelRefusalTests {
  @Test(arguments: [("xterm-kitty", "xterm-256color"), ("vt999", "vt100")])
  func `on an unknown terminal the panel says which one it draws for`(name: String, entry: String) throws {
    let terminal = try Sandbox().start(environment: ["TERM": name])
    try terminal.waitFor("TERM \(name) is not known here: drawn for \(entry)")
    terminal.send("j")
    try terminal.waitFor("q quit")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(terminal.lineSettings == terminal.initialLineSettings)
  }

  @Test(arguments: ["TERM=dumb $SIGNALBOX", "unset TERM; $SIGNALBOX", "TERM= $SIGNALBOX", "$SIGNALBOX > out"])
  func `where the panel cannot be drawn the board is watched`(command: String) throws {
    let sandbox = try Sandbox("actions: { one: { run: echo } }")
    let terminal = try sandbox.script("\(command); echo status $?")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(text(terminal).contains("watching instead of drawing the panel"))
    #expect(text(terminal).hasSuffix("status 0\r\n"))
    #expect(terminal.screen.touchedModes.isEmpty)
    #expect(terminal.lineSettings == terminal.initialLineSettings)
  }

  @Test(arguments: ["$SIGNALBOX < /dev/null", ": | $SIGNALBOX", "$SIGNALBOX <&-"])
  func `standard input that is not a terminal is refused`(command: String) throws {
    let terminal = try Sandbox().script("\(command); echo status $?")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(text(terminal) == "signalbox: standard input is not a terminal\r\nstatus 1\r\n")
  }

  @Test func `messages go to standard error only`() throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.script("$SIGNALBOX 2> errors < /dev/null; echo status $?")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(text(terminal) == "status 1\r\n")
    try expectEqual(sandbox.text(of: "errors"), "signalbox: standard input is not a terminal\n")
  }

  @Test(arguments: ["", "check"])
  func `every mistake in a board is reported with its place`(command: String) throws {
    let sandbox = try Sandbox(
      """
      title: Broken
      actions:
        one: { key: q, run: echo }
        two: { rum: echo }
      """)
    let terminal = try sandbox.script("$SIGNALBOX \(command) 2> errors; echo status $?")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(text(terminal) == "status 78\r\n")
    #expect(terminal.screen.touchedModes.isEmpty)
    #expect(terminal.lineSettings == terminal.initialLineSettings)
    let errors = try sandbox.text(of: "errors")
    #expect(errors.contains("signalbox.yml:3:15: error: "))
    #expect(errors.contains("signalbox.yml:4:10: error: "))
    #expect(errors.contains("\n      |") || errors.contains("^"))
  }

  @Test(arguments: ["--board none.yml", "check none.yml", "--board .", "--board /dev/null"])
  func `a board that cannot be read is reported`(arguments: String) throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.script("$SIGNALBOX \(arguments) 2> errors; echo status $?")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(text(terminal) == "status 78\r\n")
    let file = arguments.split(separator: " ").last ?? ""
    #expect(try sandbox.text(of: "errors").hasPrefix("\(file):"))
  }

  @Test func `a valid board is confirmed`() throws {
    let sandbox = try Sandbox("actions: { one: { key: o, run: echo }, two: { run: echo } }")
    let terminal = try sandbox.start(["check"])
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(text(terminal) == "signalbox.yml: 2 actions, no mistakes\r\n")
  }

  @Test func `the version is printed`() throws {
    let terminal = try Sandbox().start(["--version"])
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(text(terminal).split(separator: ".").count == 3)
  }

  @Test func `the help names every command`() throws {
    let terminal = try Sandbox().start(["--help"], environment: ["TERM": "dumb"])
    try expectEqual(terminal.waitForEnd(), .exited(0))
    for word in ["USAGE: signalbox", "--board", "--no-color", "panel", "demo", "check"] {
      #expect(text(terminal).contains(word))
    }
    #expect(!text(terminal).contains("\u{1B}"))
  }

  @Test(arguments: ["--colour", "fly", "demo extra", "--board"])
  func `a wrong command line is refused`(arguments: String) throws {
    let terminal = try Sandbox().script("$SIGNALBOX \(arguments) > out; echo status $?")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(text(terminal).hasPrefix("Error: "))
    #expect(text(terminal).contains("Usage: signalbox"))
    #expect(text(terminal).hasSuffix("status 2\r\n"))
  }

  private func text(_ terminal: PseudoTerminal) -> String {
    String(decoding: terminal.output, as: UTF8.self)
  }
}
