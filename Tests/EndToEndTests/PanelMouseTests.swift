import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

/// The mouse of a real terminal: every report has its effect, and none is taken for keys.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct PanelMouseTests {
  private let board = """
    title: Mouse
    actions:
      first: { key: 1, run: seq 100 }
      second: { key: 2, run: sleep 100 }
    """

  @Test(.onlyPrivate) func `clicks press, focus, answer and close`() throws {
    let terminal = try Sandbox(board).panel()
    try terminal.click("second")
    try terminal.waitFor("▸ 2  second  ○ idle")
    try terminal.click("○ idle")
    try terminal.waitFor("▸ 1  first   ✓ succeeded")
    terminal.waitUntilClicksCount()
    try terminal.click("2  second")
    try terminal.waitFor("second  ● running")
    try terminal.clickKey("? help", until: "─ Keys ─")
    try terminal.waitFor("Choose the previous action")
    try terminal.click("Choose the previous action")
    try terminal.waitFor("▸ 1  first")
    try terminal.clickKey("q quit", until: "second will be cancelled.")
    try terminal.click("Output of")
    try terminal.waitUntil("no question") { !$0.text.contains("will be cancelled") }
    try terminal.clickKey("q quit", until: "second will be cancelled.")
    try terminal.click("y Quit")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `a release elsewhere does nothing, and three clicks press once`() throws {
    let terminal = try Sandbox(board).panel()
    let first = try terminal.place(of: "first")
    let second = try terminal.place(of: "second")
    terminal.send("\u{1B}[<0;\(second.x);\(second.y)M\u{1B}[<0;\(first.x);\(first.y)m")
    terminal.send(
      String(repeating: "\u{1B}[<0;\(second.x);\(second.y)M\u{1B}[<0;\(second.x);\(second.y)m", count: 3))
    try terminal.waitFor("second  ● running")
    terminal.send("?")
    try terminal.waitFor("─ Keys ─")
    #expect(!terminal.screen.text.contains("Cancel second?"))
    terminal.send("\u{1B}")
    try terminal.waitFor("first   ○ idle")
  }

  @Test func `the wheel scrolls the output`() throws {
    let terminal = try Sandbox(board).panel()
    terminal.send("1")
    try terminal.waitFor("│   100 ")
    let place = try terminal.place(of: "│   100 ")
    terminal.send("\u{1B}[<64;\(place.x + 5);\(place.y)M")
    try terminal.waitUntil("earlier lines") { !$0.text.contains("│   100 ") }
    terminal.send("\u{1B}[<65;\(place.x + 5);\(place.y)M")
    try terminal.waitFor("│   100 ")
  }

  @Test func `a click chooses a run`() throws {
    let terminal = try Sandbox(board).panel()
    terminal.send("1")
    try terminal.waitFor("first   ✓ succeeded")
    terminal.send("1\u{12}")
    try terminal.waitFor("100% of 2 runs succeeded")
    try terminal.waitFor("▸ 2  ")
    try terminal.click("  1  ")
    try terminal.waitFor("▸ 1  ")
    try terminal.click("Enter output")
    try terminal.waitFor("── run 1 started")
  }

  @Test func `m switches the mouse to the terminal and back`() throws {
    let terminal = try Sandbox(board).panel()
    #expect(terminal.screen.modes.isSuperset(of: [1000, 1002, 1006]))
    terminal.send("m")
    try terminal.waitFor("m mouse: off")
    #expect(terminal.screen.modes.isDisjoint(with: [1000, 1002, 1006]))
    terminal.send("m")
    try terminal.waitUntil("the mouse again") { $0.modes.isSuperset(of: [1000, 1002, 1006]) }
    try terminal.waitUntil("no more words about it") { !$0.text.contains("mouse: off") }
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
  }
}

extension PseudoTerminal {
  /// The cell in which a text begins, counted from 1 as in reports of the mouse.
  fileprivate func place(of text: String) throws -> Point {
    let rows = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let y = try #require(rows.firstIndex { $0.contains(text) }, "no \(text) in:\n\(screen.text)")
    let range = try #require(rows[y].firstRange(of: text))
    return Point(x: rows[y][..<range.lowerBound].count + 1, y: y + 1)
  }

  /// Presses and releases the left button over a text, as soon as it is there.
  fileprivate func click(_ text: String) throws {
    try waitFor(text)
    let place = try place(of: text)
    send("\u{1B}[<0;\(place.x);\(place.y)M\u{1B}[<0;\(place.x);\(place.y)m")
  }

  /// Clicks in the 400 ms after one that has pressed, or that was in the same place, are ignored, and nothing
  /// tells when they count again. What the program draws meanwhile is read.
  fileprivate func waitUntilClicksCount() {
    try? waitUntil("the end of a double click", timeout: .milliseconds(450)) { _ in false }
  }

  /// Clicks a key in the last row until it has had its effect.
  ///
  /// The keys move with the state of the chosen action and with its output, so a click may arrive when
  /// another key is in that place, or none. What that one has opened is closed, and the key is clicked again.
  fileprivate func clickKey(_ key: String, until effect: String) throws {
    while true {
      waitUntilClicksCount()
      try waitFor(key)
      let row = screen.lastRow
      try click(key)
      try waitUntil("\(effect), or another last row than \(row ?? "none")") {
        $0.text.contains(effect) || $0.lastRow != row
      }
      if screen.text.contains(effect) { return }
      send("\u{1B}")
      try waitUntil("nothing over the board") { !$0.text.contains("Esc close") }
    }
  }
}

extension VTScreen {
  /// The row of keys.
  fileprivate var lastRow: Substring? { text.split(separator: "\n", omittingEmptySubsequences: false).last }
}
