import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Frames appear as they are, at any size, in few bytes, and cost nothing while nothing changes.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct TerminalDrawingTests {
  @Test func `styles are shown`() throws {
    let terminal = try FixtureProgram.started()
    #expect(terminal.screen.style(x: 0, y: 0) == Style(foreground: .green, attributes: .bold))
    #expect(terminal.screen.style(x: 2, y: 1) == Style(foreground: .palette(208)))
    #expect(terminal.screen.style(x: 30, y: 1) == Style(attributes: .dim))
    #expect(terminal.screen.style(x: 40, y: 1) == Style(background: .blue, attributes: .reverse))
  }

  @Test func `without colors attributes remain`() throws {
    let terminal = try FixtureProgram.started(environment: ["NO_COLOR": "1"])
    #expect(terminal.screen.style(x: 0, y: 0) == Style(attributes: .bold))
    #expect(terminal.screen.style(x: 2, y: 1) == .plain)
  }

  @Test(arguments: [
    ("vt100", "⠋"), ("linux", "|"), ("screen-256color", "⠋"), ("tmux-256color", "⠋"), ("ansi", "⠋"),
  ])
  func `other terminals show the same text`(name: String, spinner: String) throws {
    let terminal = try FixtureProgram.started(environment: ["TERM": name])
    // The font of the Linux console has no braille patterns.
    #expect(terminal.screen.text.hasPrefix("\(spinner) fixture 80x24\n  wide 日本 e\u{301} █ 😀"))
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(terminal.screen.isInInitialState)
  }

  @Test func `without Unicode only ASCII is written`() throws {
    let terminal = try FixtureProgram.started(environment: ["LC_ALL": "C"])
    #expect(terminal.screen.text.hasPrefix("| fixture 80x24\n  wide ? ?  e ? ?             dim"))
    #expect(!terminal.output.isEmpty && terminal.output.allSatisfy { $0 < 0x80 })
  }

  @Test func `every size is drawn`() throws {
    let terminal = try FixtureProgram.started()
    for size in [Size(width: 1, height: 1), Size(width: 200, height: 60), Size(width: 5, height: 3)] {
      terminal.resize(to: size)
      let corner = size.width == 1 ? "d" : "end"
      try terminal.waitUntil("a picture of \(size)") {
        $0.text.split(separator: "\n", omittingEmptySubsequences: false).last?.hasSuffix(corner) == true
      }
    }
    terminal.resize(to: Size(width: 80, height: 24))
    try terminal.waitFor("  resized 1x1\n  resized 200x60\n  resized 5x3\n  resized 80x24\n")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(terminal.screen.isInInitialState)
  }

  @Test func `exported LINES and COLUMNS are ignored`() throws {
    let terminal = try FixtureProgram.started(environment: ["LINES": "5", "COLUMNS": "20"])
    terminal.signal(SIGSTOP)
    terminal.signal(SIGCONT)
    try terminal.waitFor("resumed")
    #expect(terminal.screen.text.hasPrefix("⠋ fixture 80x24\n  wide 日本 e\u{301} █ 😀            dim"))
    #expect(terminal.screen.text.hasSuffix("end"))
  }

  @Test func `exported LINES and COLUMNS are ignored after a stop`() throws {
    let terminal = try FixtureProgram.script(
      "LINES=5 COLUMNS=20 $FIXTURE; echo stopped; read line; fg", hasJobControl: true)
    try terminal.waitFor("end")
    terminal.send("\u{1A}")
    try terminal.waitFor("stopped")
    terminal.send("\r")
    try terminal.waitFor("resumed")
    #expect(terminal.screen.text.hasPrefix("⠋ fixture 80x24\n  wide 日本 e\u{301} █ 😀            dim"))
    #expect(terminal.screen.text.hasSuffix("end"))
  }

  @Test func `a turn of the spinner is a few bytes`() throws {
    let terminal = try FixtureProgram.started()
    try terminal.waitForFixture()
    // The first turn moves the cursor from elsewhere.
    for (turn, sign) in ["⠙", "⠹", "⠸"].enumerated() {
      let before = (bytes: terminal.output.count, reads: terminal.readCount)
      terminal.send("n")
      try terminal.waitFor("\(sign) fixture")
      terminal.settle()
      #expect(terminal.output.count - before.bytes <= (turn == 0 ? 34 : 29))
      #expect(terminal.readCount - before.reads == 1)
    }
  }

  @Test func `an equal frame writes nothing`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("n")
    try terminal.waitFor("⠙ fixture")
    let before = terminal.output.count
    terminal.send("dddn")
    try terminal.waitFor("⠹ fixture")
    terminal.settle()
    #expect(terminal.output.count - before <= 29)
  }

  @Test func `a redraw restores what was overwritten`() throws {
    let terminal = try FixtureProgram.started()
    try terminal.waitForFixture()
    terminal.writeBehindTheProgram("\u{1B}[Hsomebody else")
    #expect(terminal.screen.text.hasPrefix("somebody else"))
    terminal.send("l")
    try terminal.waitUntil("the first picture") { $0.text.hasPrefix("⠋ fixture 80x24\n") }
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 200, height: 60)])
  func `changes add up to the complete picture`(size: Size) throws {
    let terminal = try FixtureProgram.started()
    terminal.resize(to: size)
    try terminal.waitFor("fixture \(size.width)x\(size.height)")
    terminal.send("fffff")
    try terminal.waitForFixture()
    let changed = terminal.screen
    terminal.send("l")
    try terminal.waitForFixture()
    let whole = terminal.screen

    #expect(whole.text.split(separator: "\n").count == size.height)
    #expect(whole.text == changed.text)
    #expect(
      (0..<size.height).allSatisfy { y in
        (0..<size.width).allSatisfy { x in whole.style(x: x, y: y) == changed.style(x: x, y: y) }
      })
  }

  @Test func `a smaller frame removes the previous one`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("p")
    try terminal.waitUntil("nothing else") { $0.text.split(separator: "\n") == ["part"] }
    terminal.send("d")
    try terminal.waitFor("end")
  }

  @Test func `the bell rings`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("b")
    try terminal.waitUntil("the bell") { $0.bellCount == 1 }
  }

  #if os(Linux)
  @Test func `an idle program does not wake up`() throws {
    let terminal = try FixtureProgram.started()
    try terminal.waitForFixture()
    expectNoWakeUps(of: terminal)
  }
  #endif
}
