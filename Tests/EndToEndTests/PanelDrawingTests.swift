import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

/// The panel is drawn as it should be on every terminal and at any size, in few bytes, and costs nothing
/// while it is idle.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct PanelDrawingTests {
  private let quiet =
    "{ title: Quiet, actions: { rest: { key: r, run: echo }, sleep: { key: s, run: sleep 20 } } }"

  @Test func `without a board the demo opens`() throws {
    let terminal = try Sandbox().panel()
    // The output of the selected action arrives after the situation.
    try terminal.waitFor("No output yet")
    #expect(
      terminal.screen.text == """
        ╭─ Signal box demo ───────────────────────────────────────────────── 5 locked ─╮
        │ ○ Nothing is running                                                         │
        │ ▸ p  Ping                 ○ idle                                             │
        │   s  Sign in              ○ idle                                             │
        │   c  Load the catalogue   ⊘ locked             needs Sign in                 │
        │   i  Fetch images         ⊘ locked             needs Load the catalogue      │
        │   S  Search               ⊘ locked             needs Load the catalogue      │
        │   d  Download the update  ⊘ locked             needs Sign in                 │
        │   I  Install the update   ⊘ locked             needs Download the update     │
        │   u  Upload a report      ○ idle                                             │
        │   r  Synchronise          ○ idle                                             │
        ├─ Output of Ping ─────────────────────────────────────────────────────────────┤
        │ No output yet                                                                │
        │                                                                              │
        │ Ends before the indicators appear: they wait for 1 s, and remain for 0.2 s   │
        │                                                                              │
        │ simulates a request of 150 ms                                                │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         Enter press  w why  Ctrl-R runs │ f find  : commands │ ? help  q quit
        """)
    #expect(terminal.screen.unknownSequences.isEmpty)
  }

  @Test func `the demo opens beside a board when asked`() throws {
    let terminal = try Sandbox(quiet).panel(["demo"])
    #expect(terminal.screen.text.hasPrefix("╭─ Signal box demo ─"))
  }

  @Test func `the board in the home directory is found`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeDirectory("signalbox")
    try sandbox.write("{ title: Mine, actions: { rest: { run: echo } } }", to: "signalbox/board.yml")
    #expect(try sandbox.panel().screen.text.hasPrefix("╭─ Mine ─"))
    try sandbox.write("{ title: Here, actions: { rest: { run: echo } } }", to: "signalbox.yml")
    #expect(try sandbox.panel().screen.text.hasPrefix("╭─ Here ─"))
    #expect(try sandbox.panel(["--board", "signalbox/board.yml"]).screen.text.hasPrefix("╭─ Mine ─"))
  }

  @Test func `the network indicator and the value are shown`() throws {
    let terminal = try Sandbox().panel()
    terminal.send("s")
    try terminal.waitFor(" 1 request · 1 running · 5 locked ─╮")
    try terminal.waitFor("s  Sign in              ✓ succeeded   1.5 s  session of demo")
    try terminal.waitFor("c  Load the catalogue   ○ idle")
    try terminal.waitUntil("no indicator") { !$0.text.contains("request") }
    expectWhole(terminal)
  }

  @Test func `without Unicode only ASCII is written`() throws {
    let terminal = try Sandbox().panel(environment: ["LC_ALL": "C"])
    #expect(terminal.screen.text.hasPrefix("+- Signal box demo ---"))
    terminal.send("u")
    try terminal.waitFor("[####")
    try terminal.waitFor("+ succeeded")
    terminal.send("?")
    try terminal.waitFor("- Keys -")
    terminal.send(String(repeating: "\u{1B}[6~", count: 40))
    try terminal.waitFor("Go back to the shell until fg")
    #expect(!terminal.output.isEmpty && terminal.output.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [([], ["NO_COLOR": "1"]), (["--no-color"], [:])] as [([String], [String: String])])
  func `without colors no color is written`(arguments: [String], environment: [String: String]) throws {
    let sandbox = try Sandbox("actions: { bad: { key: b, run: exit 1 }, good: { key: h, run: echo } }")
    let terminal = try sandbox.panel(arguments, environment: environment)
    terminal.send("bh")
    try terminal.waitFor("✗ bad: exit code 1")
    try terminal.waitFor("good  ✓ succeeded")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(terminal.colorSequences.isEmpty)
  }

  @Test func `with colors they are written`() throws {
    #expect(try !Sandbox(quiet).panel(environment: ["NO_COLOR": ""]).colorSequences.isEmpty)
  }

  @Test func `every size is drawn, and the picture is complete afterwards`() throws {
    let terminal = try Sandbox(quiet).panel()
    let picture = try restingPicture(of: terminal, with: "$ echo")
    terminal.resize(to: Size(width: 20, height: 5))
    try terminal.waitUntil("20×5") {
      $0.text == """
        Quiet
        ▸ r rest  ○
          s sleep ○
        $ echo
        ? help  q quit
        """
    }
    terminal.resize(to: Size(width: 10, height: 2))
    try terminal.waitUntil("10×2") { $0.text == "needs 20×5\n" }
    terminal.resize(to: Size(width: 1, height: 1))
    try terminal.waitUntil("1×1") { $0.text == "n" }
    terminal.resize(to: Size(width: 200, height: 60))
    try terminal.waitUntil("200×60") {
      let rows = $0.text.split(separator: "\n", omittingEmptySubsequences: false)
      return rows.count == 60 && rows[0].count == 200 && rows[58].count == 200
        && rows[59].contains("? help  q quit")
    }
    terminal.resize(to: Size(width: 80, height: 24))
    try terminal.waitUntil("the first picture") { $0.text == picture }
    terminal.send("r")
    try terminal.waitFor("✓ succeeded")
    expectWhole(terminal)
  }

  @Test func `a turn of the spinner is one write of a few bytes`() throws {
    let terminal = try Sandbox(quiet).panel()
    terminal.send("s")
    try terminal.waitFor("● running")
    try expectSpinnerFrames(of: terminal, spinners: 1, byteLimit: 32)
  }

  @Test func `two spinners are one write of a few bytes`() throws {
    let terminal = try Sandbox("actions: { fetch: { key: f, simulate: { duration: 20s } } }").panel()
    terminal.send("f")
    try terminal.waitFor(" 1 request ")
    try expectSpinnerFrames(of: terminal, spinners: 2, byteLimit: 61)
  }

  #if os(Linux)
  @Test func `an idle panel does not wake up`() throws {
    let terminal = try Sandbox(quiet).panel()
    terminal.send("r")
    try terminal.waitFor("✓ succeeded")
    expectNoWakeUps(of: terminal)
  }
  #endif

  /// Watches reads in which the spinners turned by one step and nothing else changed.
  private func expectSpinnerFrames(of terminal: PseudoTerminal, spinners: Int, byteLimit: Int) throws {
    let signs = GlyphSet.unicode.spinner
    var frameCount = 0
    for _ in 0..<200 where frameCount < 10 {
      let before = (text: Array(terminal.screen.text), bytes: terminal.output.count)
      #expect(!terminal.isSilent(for: .seconds(10)))
      let text = Array(terminal.screen.text)
      guard text.count == before.text.count else { continue }
      let changes = zip(before.text, text).filter { $0 != $1 }
      let areSteps = changes.allSatisfy { old, new in
        signs.firstIndex(of: old).map { signs[($0 + 1) % signs.count] == new } ?? false
      }
      guard changes.count == spinners, areSteps else { continue }
      frameCount += 1
      #expect(terminal.output.count - before.bytes <= byteLimit)
    }
    #expect(frameCount == 10)
  }
}

extension PseudoTerminal {
  /// The sequences with which a program chose a colour: SGR 30 to 49 and 90 to 107.
  fileprivate var colorSequences: [String] {
    String(decoding: output, as: UTF8.self).split(separator: "\u{1B}[").compactMap { part in
      let parameters = part.prefix { $0.isNumber || $0 == ";" }
      guard part.dropFirst(parameters.count).first == "m" else { return nil }
      let isColor = parameters.split(separator: ";").compactMap { Int($0) }
        .contains { (30...49).contains($0) || (90...107).contains($0) }
      return isColor ? String(parameters) : nil
    }
  }
}
