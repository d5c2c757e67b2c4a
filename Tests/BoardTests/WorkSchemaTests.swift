import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct WorkSchemaTests {
  private func terminal(_ options: String) throws -> TerminalUse? {
    guard case .command(let command) = try Board.parse("actions: {a: {\(options)}}", file: "b.yml")["a"]?.work
    else { return nil }
    return command.terminal
  }

  @Test func `a command writes to a terminal unless the board says otherwise`() throws {
    #expect(try terminal("run: x") == .output)
    #expect(try terminal("run: x, terminal: output") == .output)
    #expect(try terminal("run: x, terminal: none") == TerminalUse.none)
  }

  @Test func `only commands have a terminal, and its words are known`() {
    #expect(throws: BoardError.self) { try terminal("tcp: 'a:1', terminal: none") }
    #expect(throws: BoardError.self) { try terminal("run: x, terminal: pipe") }
  }
}
