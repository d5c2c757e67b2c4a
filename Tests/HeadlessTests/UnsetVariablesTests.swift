import Board
import Processes
import TestSupport
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct UnsetVariablesTests {
  private func lines(_ actions: String, _ environment: [String]) throws -> [String] {
    let board = try Board.parse("actions:\n" + actions, file: "board.yml")
    let context = try ProcessContext(
      environment: environment.map { Array($0.utf8) }, umask: 0o22, nice: 0, limits: [])
    let inherited = InheritedVariables(of: context)
    return UnsetVariables.lines(of: board) { inherited[$0] != nil }.map(\.string)
  }

  @Test func `variables without a value and a default are listed with their actions`() throws {
    let board = """
        a: { run: x, env: { A: '${ONE} ${ONE}', B: '${TWO:-2}', C: '${THREE}' } }
        b: { http: 'http://localhost:${ONE}/' }
      """
    try expectEqual(lines(board, ["THREE=3"]), ["ONE is not set here, so a and b cannot start"])
    try expectEqual(lines(board, ["ONE=", "THREE="]), [])
  }

  @Test func `the probe of a service has the variables of its command`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("TWO=2", to: "variables")
    let probe =
      "service: true, ready: { tcp: 'localhost:${ONE}' }, liveness: { http: 'http://a:${TWO}/${THREE}' }"
    try expectEqual(
      lines("  a: { run: x, env: { ONE: 1 }, env-file: \(file), \(probe) }", []),
      ["THREE is not set here, so a cannot start"])
  }
}
