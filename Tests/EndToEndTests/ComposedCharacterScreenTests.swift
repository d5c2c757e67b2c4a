import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

/// Flags and joined emoji are whole where the terminal draws them so, which it is asked.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct ComposedCharacterScreenTests {
  /// The fixture on a terminal that has been asked and has not answered.
  private func asked() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(Program(FixtureProgram.path))
    terminal.answersReports = false
    try terminal.waitFor("end")
    try terminal.waitUntil("the question") { _ in
      String(decoding: terminal.output, as: UTF8.self).ranges(of: "\u{1B}[6n").count == 3
    }
    return terminal
  }

  private func reports(_ columns: [Int]) -> String { columns.map { "\u{1B}[24;\($0)R" }.joined() }

  @Test(arguments: [
    ([2, 5, 5], "\u{1F1E9} and 👩 of 0", "\u{1F1E9} and 👩 of 0"), ([3, 5, 5], "🇩🇪 and 👩 of 1", "🇩🇰 and 👩 of 1"),
    ([3, 3, 5], "🇩🇪 and 👩‍🔬 of 3", "🇩🇰 and 👩‍🔬 of 3"),
  ])
  func `characters are whole where the terminal says so`(columns: [Int], one: String, other: String) throws {
    let terminal = try asked()
    terminal.send(reports(columns))
    try terminal.waitForFixture()
    terminal.send("FG")
    try terminal.waitForFixture()
    let text = String(decoding: terminal.output, as: UTF8.self)
    // What a row holds after it has changed is written whole.
    #expect(text.contains(one) || columns == [2, 5, 5])
    if columns != [2, 5, 5] { #expect(text.contains(other)) }
    #expect(terminal.screen.unknownSequences.isEmpty)
  }

  @Test func `a terminal that never answers is left`() throws {
    let terminal = try asked()
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test func `an answer on the way is read before the terminal is left, and does not reach the shell`() throws
  {
    let terminal = try FixtureProgram.script(
      #""$FIXTURE"; stty -icanon min 0 time 3; printf 'then <%s>\n' "$(dd bs=99 count=1 2>/dev/null | od -c)""#
    )
    terminal.answersReports = false
    try terminal.waitFor("end")
    terminal.send("q" + reports([3, 3, 3]))
    try terminal.waitUntil("the shell") { $0.text.contains("then <") }
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("2   4   ;"))
  }

  @Test func `keys that come with the answer are not lost when the program stops and goes on`() throws {
    let terminal = try FixtureProgram.script(#""$FIXTURE"; fg"#, hasJobControl: true)
    terminal.answersReports = false
    try terminal.waitFor("end")
    terminal.send("z")
    terminal.send(reports([3, 3, 3]) + "k")
    try terminal.waitFor("key k")
  }

  @Test(arguments: [["LC_ALL": "C"], ["TERM": "linux"], ["TERM": "vt100"]])
  func `others are not asked`(environment: [String: String]) throws {
    let terminal = try FixtureProgram.started(environment: environment)
    terminal.send("k")
    try terminal.waitFor("key k")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[6n"))
  }
}
