import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct OtherNamesTests {
  @Test func `an action answers to its other names`() throws {
    let board = try Board.parse(
      "actions: {test: {run: x, also: [test:watch, t]}, lint: {run: x, also: check}}", file: "a.yml")
    #expect(board["test"]?.also == ["test:watch", "t"])
    #expect(board.actions(named: "test:watch").map(\.id) == ["test"])
    #expect(board.actions(named: "check").map(\.id) == ["lint"])
    #expect(board.actions(named: "watch").isEmpty)
  }

  @Test(arguments: [
    ("{a: {run: x, also: b}, b: {run: x}}", "the name `b` is also in line 1"),
    ("{a: {run: x, also: [c, c]}}", "the name `c` is also in line 1"),
    ("{a: {run: x, also: a}}", "the name `a` is also in line 1"),
    ("{a: {run: x, also: [c d]}}", "`c d` is not a name that can be typed"),
    ("{a: {run: x, also: -c}}", "`-c` is not a name that can be typed"),
    ("{a: {run: x, also: ''}}", "is empty"),
  ])
  func `a name that is taken or cannot be typed is a mistake`(actions: String, message: String) {
    let error = #expect(throws: BoardError.self) { try Board.parse("actions: \(actions)", file: "a.yml") }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test func `a name that two files have is clear only with that of the file`() throws {
    let board = try Board.parse(
      """
      actions:
        build: {run: x, also: 'make:build'}
        npm-build: {run: x, title: build, also: 'npm:build'}
        other: {run: x, title: build}
      """, file: "a.yml")
    #expect(board.actions(named: "build").map(\.id) == ["build", "npm-build"])
    #expect(board.actions(named: "npm:build").map(\.id) == ["npm-build"])
    #expect(board.actions(named: "npm-build").map(\.id) == ["npm-build"])
  }
}
