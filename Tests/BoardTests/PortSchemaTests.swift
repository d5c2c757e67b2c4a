import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct PortSchemaTests {
  private func port(_ text: String) throws -> PortDefinition? {
    try Board.parse("actions: {a: {run: x, port: \(text)}}", file: "board.yml")["a"]?.port
  }

  @Test func `a port is a number, a range or a free one`() throws {
    try expectEqual(port("3000"), .fixed(3000))
    try expectEqual(port("3000..3999"), .free(3000...3999))
    try expectEqual(port("auto"), .free(20_000...29_999))
  }

  @Test(arguments: ["0", "65536", "3000-3999", "3000..", "autp", "[3000]", "-1", "3000..3001..3002"])
  func `other values are mistakes`(text: String) {
    let found = mistakes(inAction: "a: {run: x, port: \(text)}")
    #expect(found.count == 1)
    #expect(found.first?.contains("`port` must be a port such as 3000") == true)
  }

  @Test func `a range begins with the smaller port`() {
    #expect(
      mistakes(inAction: "a: {run: x, port: 4000..3000}") == [
        "2:21: `port` must have the smaller port first"
      ])
  }

  @Test func `only commands have a port, and one run at a time`() {
    #expect(mistakes(inAction: "a: {tcp: 'a:1', port: 3000}").first?.contains("`run`") == true)
    #expect(
      mistakes(inAction: "a: {run: x, port: 3000, while-running: concurrent}") == [
        "2:27: two runs cannot listen on one port, so `while-running` must not be `concurrent`"
      ])
  }

  @Test func `the port of another action is a variable`() throws {
    let board = try Board.parse(
      """
      env: { WEB: 'http://localhost:${my-web.port}' }
      actions:
        my-web: { run: x, port: auto }
        api: { http: 'http://localhost:${my-web.port}/' }
        tcp: { tcp: 'localhost:${my-web.port}' }
        test: { run: x }
      """, file: "board.yml")
    #expect(board["api"]?.variables.map(\.portOwner) == ["my-web"])
    #expect(board["tcp"]?.variables.map(\.name) == ["my-web.port"])
    #expect(board["test"]?.variables.map(\.portOwner) == ["my-web"])
  }

  @Test func `the port of an action without one is a mistake, once`() {
    let board = """
      actions:
        web: { run: x }
        one: { run: x, env: { URL: '${web.port} ${wep.port}' } }
        two: { http: 'http://localhost:${web.port}/' }
      """
    let found = mistakes(in: board)
    #expect(found.contains("`web` has no `port`, so there is no `${web.port}`"))
    #expect(found.contains("`wep` in `${wep.port}` is not an action of this board"))
    #expect(found.contains("did you mean `web`?"))
    #expect(found.split(separator: "has no `port`").count == 2)
  }

  @Test(arguments: ["${.port}", "${-a.port}", "${a b.port}", "${a.port:-1}", "${a.ports}"])
  func `other names of ports are no variables`(text: String) {
    #expect(throws: VariableText.Mistake.self) { try VariableText(parsing: text) }
  }
}
