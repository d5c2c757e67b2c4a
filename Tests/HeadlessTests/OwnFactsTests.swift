import Board
import Processes
import TestSupport
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct OwnFactsTests {
  private func lines(_ actions: String) throws -> [String] {
    OwnFacts.lines(
      of: try Board.parse(
        "cluster: {etcd: 'http://a:1', realm: r, board: web}\nactions: {\(actions)}", file: "board.yml")
    ).map(\.string)
  }

  @Test func `facts of this machine in the guard of a shared action are listed`() throws {
    try expectEqual(
      lines(
        "a: {run: x}, b: {run: x, shared: true}, c: {run: x, shared: true, enabled-if: '!errors.any && a.succeeded && b.succeeded && !ops/d.running'}"
      ), ["c: `errors.any` and `a.succeeded` in its guard are facts of the machine that starts it"])
    try expectEqual(
      lines("b: {run: x}, c: {run: x, shared: true, enabled-if: b.enabled}"),
      [
        "c: `b.enabled` in its guard is a fact of the machine that starts it"
      ])
  }

  @Test func `other guards are not listed`() throws {
    try expectEqual(
      lines("a: {run: x, enabled-if: '!errors.any'}, b: {run: x, shared: true, enabled-if: '!b.running'}"), []
    )
  }
}
