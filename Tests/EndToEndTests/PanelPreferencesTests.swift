import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

/// A person's own file, and a panel that only looks, on a real terminal.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct PanelPreferencesTests {
  private let board = """
    title: Mine
    actions:
      good: { key: h, run: echo well done }
      bad: { key: b, run: exit 1 }
      wait: { key: w, run: sleep 600, every: 600s }
    """

  private func sandbox(_ config: String, board: String? = nil) throws -> Sandbox {
    let sandbox = try Sandbox(board ?? self.board)
    try sandbox.makeDirectory("signalbox")
    try sandbox.write(config, to: "signalbox/config.yml")
    return sandbox
  }

  @Test(.onlyPrivate) func `keys are read from the file`() throws {
    let terminal = try sandbox("keys: { quit: Q, next: [j, down], press: [o], help: f1, close: null }")
      .start()
    try terminal.waitFor(" o press ")
    #expect(terminal.screen.text.contains(" F1 help  Q quit"))
    try terminal.waitUntil("the keypad") { $0.isKeypadApplication }
    terminal.send("q?\t\t\r")
    terminal.send("j")
    try terminal.waitFor("▸ b  bad")
    #expect(terminal.screen.text.contains("good  ○ idle"))
    terminal.send("o")
    try terminal.waitFor("✗ bad: exit code 1")
    terminal.send("\u{1B}OP")
    try terminal.waitFor("Q Ctrl-C ")
    terminal.send(String(repeating: "\u{1B}[6~", count: 40))
    try terminal.waitFor("no key         Close what is open")
    terminal.send("\u{1B}OP")
    try terminal.waitUntil("the board again") { !$0.text.contains("─ Keys ─") }
    terminal.send("Q")
    try terminal.waitFor("wait will be cancelled.")
    terminal.send("y")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test func `the file is also found in the home directory`() throws {
    let sandbox = try Sandbox(board)
    try sandbox.makeDirectory(".config/signalbox")
    try sandbox.write("keys: { quit: Q }", to: ".config/signalbox/config.yml")
    let terminal = try sandbox.start(environment: ["XDG_CONFIG_HOME": "not/absolute"])
    try terminal.waitFor("? help  Q quit")
  }

  @Test func `a button has precedence, and the panel names the conflict`() throws {
    let terminal = try sandbox("keys:\n  redraw: h\n").start()
    try terminal.waitFor("config.yml:2: h presses good here, not redraw")
    try terminal.waitUntil("the keypad") { $0.isKeypadApplication }
    terminal.send("h")
    try terminal.waitFor("good  ✓ succeeded")
    #expect(!terminal.screen.text.contains("config.yml"))
  }

  @Test func `a file with mistakes is refused, and all of them are listed`() throws {
    let sandbox = try sandbox("theme: blue\nkeys:\n  qiut: Q\n  redraw: x\n")
    let terminal = try sandbox.script("$SIGNALBOX 2> errors; echo status $?")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(String(decoding: terminal.output, as: UTF8.self) == "status 78\r\n")
    #expect(terminal.screen.touchedModes.isEmpty)
    let errors = try sandbox.text(of: "errors")
    let file = sandbox.path(of: "signalbox/config.yml")
    #expect(errors.hasPrefix("\(file):1:8: error: `theme` must be one of"))
    #expect(errors.contains("\n\(file):3:3: error: unknown key `qiut`\n  qiut: Q\n  ^\n"))
    #expect(errors.contains("\n\(file):4:11: error: the key `x` is also the key of `"))
  }

  @Test(arguments: [("light", 22, 124), ("dark", 114, 210)] as [(String, UInt8, UInt8)])
  func `the colours of a theme reach the terminal`(theme: String, success: UInt8, failure: UInt8) throws {
    let terminal = try sandbox("theme: \(theme)").panel()
    terminal.send("hb")
    try terminal.waitFor("✗ bad: exit code 1")
    try terminal.waitFor("good  ✓ succeeded")
    // The bar over the chosen row has one colour.
    terminal.send("j")
    try terminal.waitFor("▸ w  wait")
    #expect(foreground(of: "✓", on: terminal) == .palette(success))
    #expect(foreground(of: "✗", on: terminal) == .palette(failure))
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], ["--no-color"], Color.default), (["NO_COLOR": "1"], [], .default),
    (["TERM": "xterm"], [], .green), (["TERM": "linux"], [], .green),
  ])
  func `a theme needs colours`(environment: [String: String], arguments: [String], color: Color) throws {
    let terminal = try sandbox("theme: dark").start(arguments, environment: environment)
    try terminal.waitFor("q quit")
    terminal.send("h")
    // The fonts of the Linux console have no check mark.
    let sign = environment["TERM"]?.hasPrefix("linux") == true ? "+" : "✓"
    try terminal.waitFor("good  \(sign) succeeded")
    terminal.send("j")
    try terminal.waitFor(" b  bad")
    try terminal.waitUntil("another choice") { !$0.text.contains("Output of good") }
    #expect(foreground(of: Character(sign), on: terminal) == color)
  }

  @Test(arguments: [(["--ascii"], ""), ([], "ascii: true")])
  func `an option and a preference draw with ASCII only`(arguments: [String], preferences: String) throws {
    let terminal = try sandbox(preferences).panel(arguments)
    terminal.send("h")
    try terminal.waitFor("good  + succeeded")
    #expect(!terminal.screen.text.isEmpty && terminal.screen.text.allSatisfy { $0.isASCII })
  }

  @Test func `a read-only panel starts nothing`() throws {
    let terminal = try Sandbox(board).panel(["--read-only"])
    try terminal.waitFor("read-only ─")
    #expect(terminal.screen.text.contains("│ ? help  q quit"))
    #expect(!terminal.screen.text.contains("Enter press"))
    for keys in ["h", "w", " ", "x"] {
      terminal.send(keys)
      if keys != "x" { try terminal.waitFor("read-only: nothing is started, cancelled or dismissed here") }
      terminal.send("j")
      try terminal.waitUntil("no message") { !$0.text.contains("read-only: ") }
    }
    #expect(terminal.screen.text.contains("good  ○ idle"))
    // Not even what repeats.
    #expect(terminal.screen.text.contains("wait  ○ idle"))
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test func `the demo can be read-only`() throws {
    let terminal = try Sandbox().panel(["demo", "--read-only"])
    #expect(terminal.screen.text.contains(" read-only · 5 locked ─╮"))
    terminal.send("s")
    try terminal.waitFor("read-only: nothing is started")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  /// The colour of the first cell that shows a sign.
  private func foreground(of sign: Character, on terminal: PseudoTerminal) -> Color? {
    let rows = terminal.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (y, row) in rows.enumerated() {
      guard let x = Array(row).firstIndex(of: sign) else { continue }
      return terminal.screen.style(x: x, y: y).foreground
    }
    return nil
  }
}
