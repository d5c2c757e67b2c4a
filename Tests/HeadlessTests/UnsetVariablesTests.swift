import Board
import Processes
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct UnsetVariablesTests {
  private func lines(_ actions: String, _ environment: [String]) throws -> [String] {
    let board = try Board.parse("actions:\n" + actions, file: "board.yml")
    let context = try ProcessContext(
      environment: environment.map { Array($0.utf8) }, umask: 0o22, nice: 0, limits: [])
    return UnsetVariables.lines(of: board, in: InheritedVariables(of: context)).map(\.string)
  }

  @Test func `variables without a value and a default are listed with their actions`() throws {
    let board = """
        a: { run: x, env: { A: '${ONE} ${ONE}', B: '${TWO:-2}', C: '${THREE}' } }
        b: { http: 'http://localhost:${ONE}/' }
      """
    #expect(
      try lines(board, ["THREE=3"]) == ["ONE is not set here, so a and b cannot start"])
    #expect(try lines(board, ["ONE=", "THREE="]) == [])
  }
}
