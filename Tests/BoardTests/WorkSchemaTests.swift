import Board
import Configuration
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct WorkSchemaTests {
  private func terminal(_ options: String) throws -> TerminalUse? {
    guard case .command(let command) = try Board.parse("actions: {a: {\(options)}}", file: "b.yml")["a"]?.work
    else { return nil }
    return command.terminal
  }

  @Test func `a command writes to a terminal unless the board says otherwise`() throws {
    try expectEqual(terminal("run: x"), .output)
    try expectEqual(terminal("run: x, terminal: output"), .output)
    try expectEqual(terminal("run: x, terminal: none"), TerminalUse.none)
    try expectEqual(terminal("run: x, terminal: full"), .full)
  }

  @Test func `only commands have a terminal, and its words are known`() {
    #expect(throws: BoardError.self) { try terminal("tcp: 'a:1', terminal: none") }
    #expect(throws: BoardError.self) { try terminal("run: x, terminal: pipe") }
  }

  @Test(arguments: ["every: 5s", "retry: { attempts: 2 }"])
  func `a command that needs a person does not run by itself`(option: String) {
    let error = #expect(throws: BoardError.self) { try terminal("run: x, terminal: full, \(option)") }
    let key = option.prefix { $0 != ":" }
    #expect(
      error?.diagnostics.map(\.message)
        == ["a command with `terminal: full` needs a person, so it cannot have `\(key)`"])
  }

  @Test func `a command that has a terminal is asked to end by its loss`() throws {
    func signal(_ options: String) throws -> StopPolicy.Signal? {
      let board = try Board.parse("actions: { a: { \(options) } }", file: "test.yml")
      guard case .command(let command) = board["a"]?.work else { return nil }
      return board["a"]?.stop.signal ?? command.usualStopSignal
    }
    try expectEqual(signal("run: x"), .terminate)
    try expectEqual(signal("run: x, terminal: full"), .hangUp)
    try expectEqual(signal("run: x, terminal: full, stop: { grace: 1s }"), .hangUp)
    try expectEqual(signal("run: x, terminal: full, stop: { signal: TERM }"), .terminate)
  }
}
