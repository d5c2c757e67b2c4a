import PseudoTerminal
import TerminalUI
import Testing

/// What is typed, clicked and pasted reaches the program, and nothing else does.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct TerminalInputTests {
  @Test(arguments: [
    ("\u{1B}OA", "key Up"), ("\u{1B}OB", "key Down"), ("\u{1B}OC", "key Right"), ("\u{1B}OD", "key Left"),
    ("\u{1B}OH", "key Home"), ("\u{1B}OF", "key End"), ("\u{1B}[5~", "key PgUp"), ("\u{1B}[6~", "key PgDn"),
    ("\u{1B}[2~", "key Ins"), ("\u{1B}[3~", "key Del"), ("\u{1B}[Z", "key Shift-Tab"), ("\t", "key Tab"),
    ("\r", "key Enter"), ("\u{1B}", "key Esc"), ("\u{7F}", "key Backspace"), (" ", "key Space"),
    ("\u{1B}OP", "key F1"), ("\u{1B}[15~", "key F5"), ("\u{1B}[24~", "key F12"),
    ("\u{0C}", "key Ctrl-L"), ("\u{11}", "key Ctrl-Q"), ("\u{13}", "key Ctrl-S"), ("ß", "key ß"),
    ("日", "key 日"),
  ])
  func keys(bytes: String, name: String) throws {
    let terminal = try FixtureProgram.started()
    try terminal.waitUntil("the keypad") { $0.isKeypadApplication }
    terminal.send(bytes)
    try terminal.waitFor(name)
  }

  @Test func `unknown sequences press nothing`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("\u{1B}[99;99q\u{1B}q\u{1B}]11;q\u{07}\u{1B}[?qh")
    try terminal.waitFor("key h")
    terminal.send("k")
    try terminal.waitFor("key k")
    #expect(terminal.screen.text.split(separator: "\n").dropFirst(2) == ["  key h", "  key k", end])
  }

  @Test func `invalid UTF-8 presses nothing`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send([0xFF, 0xC3])
    terminal.send("k")
    try terminal.waitFor("key k")
  }

  @Test func `clicks and the wheel are events`() throws {
    let terminal = try FixtureProgram.started()
    try terminal.waitUntil("the mouse") { $0.modes.isSuperset(of: [1000, 1002, 1006]) }
    terminal.send("\u{1B}[<0;5;3M\u{1B}[<0;5;3m\u{1B}[<64;70;20M\u{1B}[<65;70;20M\u{1B}[<2;1;1M")
    try terminal.waitFor("press(TerminalUI.MouseEvent.Button.right) at 0,0")
    #expect(
      terminal.screen.text.split(separator: "\n").dropFirst(2) == [
        "  press(TerminalUI.MouseEvent.Button.left) at 4,2",
        "  release(TerminalUI.MouseEvent.Button.left) at 4,2",
        "  wheelUp at 69,19", "  wheelDown at 69,19",
        "  press(TerminalUI.MouseEvent.Button.right) at 0,0", end,
      ])
  }

  @Test func `clicks in quick succession are all delivered`() throws {
    let terminal = try FixtureProgram.started()
    try terminal.waitUntil("the mouse") { $0.modes.isSuperset(of: [1000, 1002, 1006]) }
    for _ in 0..<3 { terminal.send("\u{1B}[<0;5;3M\u{1B}[<0;5;3m") }
    for _ in 0..<3 { terminal.send("\u{1B}[<64;5;3M") }
    terminal.send("k")
    try terminal.waitFor("key k")
    let lines = terminal.screen.text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("  press") }.count == 3)
    #expect(lines.filter { $0.hasPrefix("  release") }.count == 3)
    #expect(lines.filter { $0.hasPrefix("  wheelUp") }.count == 3)
  }

  @Test func `mouse reports can be switched off`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("m")
    try terminal.waitFor("mouse false")
    #expect(terminal.screen.modes.isDisjoint(with: [1000, 1002, 1006]))
    terminal.send("m")
    try terminal.waitFor("mouse true")
    #expect(terminal.screen.modes.isSuperset(of: [1000, 1002, 1006]))
  }

  @Test func `pasted text does not press keys`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("\u{1B}[200~q\rqq\u{1B}[201~k")
    try terminal.waitFor("key k")
    #expect(terminal.screen.text.contains("  pasted \"q\\nqq\"\n  key k\n"))
  }

  @Test func `a flood of keys is read to its end`() throws {
    let terminal = try FixtureProgram.started()
    terminal.send("\u{1B}[200~")
    for _ in 0..<10 { terminal.send(String(repeating: "0123456789", count: 100)) }
    terminal.send("\u{1B}[201~k")
    try terminal.waitFor("key k")
    #expect(terminal.screen.text.contains("pasted \"0123456789"))
  }

  @Test func `input from before the start is not lost`() throws {
    let terminal = try FixtureProgram.script("stty -icanon -echo; echo ready; read line; exec $FIXTURE")
    try terminal.waitFor("ready")
    terminal.send("\rk")
    try terminal.waitFor("key k")
  }

  private let end: Substring = "\(String(repeating: " ", count: 77))end"
}
