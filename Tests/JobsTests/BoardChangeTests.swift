import Board
import Boundary
import TestSupport
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct BoardChangeTests {
  private typealias Step = BoardChange.Step

  private func board(_ actions: String) throws -> Board {
    try Board.parse("actions:\n" + actions, file: "test.yml")
  }

  /// The plan for two boards.
  /// - Parameter running: The jobs that run when the board changes.
  private func steps(
    _ old: String, _ new: String, running: Set<String> = [], inputs: [String: InputValues] = [:]
  ) throws -> [Step] {
    let jobs = try board(old).actions.map {
      BoardChange.JobState(definition: $0, isRunning: running.contains($0.id), input: inputs[$0.id])
    }
    return BoardChange(from: jobs, to: try board(new)).steps
  }

  private func action(_ id: String, _ actions: String) throws -> ActionDefinition {
    try #require(try board(actions)[id])
  }

  @Test func `an unchanged job is kept whether it runs or not`() throws {
    let same = "  a: { run: echo }\n  b: { run: echo }"
    try expectEqual(
      steps(same, same, running: ["a"]), [Step(id: "a", fate: .kept), Step(id: "b", fate: .kept)])
  }

  @Test func `steps have the order of the board, then removed jobs follow`() throws {
    let new = "  c: { run: echo }\n  b: { run: echo }"
    try expectEqual(
      steps("  a: { run: echo }\n  b: { run: echo }", new),
      [
        Step(id: "c", fate: .added(action("c", new))), Step(id: "b", fate: .kept),
        Step(id: "a", fate: .removed),
      ])
  }

  @Test func `a changed title keeps the record, and changed work does not`() throws {
    let titled = "  a: { run: echo, title: Alpha }"
    try expectEqual(
      steps("  a: { run: echo }", titled),
      [
        Step(id: "a", fate: .replaced(action("a", titled), keepsRecord: true))
      ])
    let other = "  a: { run: echo other }"
    try expectEqual(
      steps("  a: { run: echo }", other),
      [
        Step(id: "a", fate: .replaced(action("a", other), keepsRecord: false))
      ])
  }

  @Test func `a record is kept as long as its typed input matches`() throws {
    let digits = "  a: { run: echo, input: { prompt: Version, matches: '^[0-9]+$' } }"
    let letters = "  a: { run: echo, input: { prompt: Version, matches: '^[a-z]+$' } }"
    let board = try Board.parse("actions:\n" + digits, file: "test.yml")
    #expect(board["a"]?.form.canHaveKept("12") == true)
    #expect(board["a"]?.form.canHaveKept("x") == false)
    #expect(board["a"]?.form.canHaveKept(nil) == false)
    #expect(try steps(digits, letters, inputs: ["a": "12"]) != steps(digits, letters, inputs: ["a": "ab"]))
  }

  @Test func `a record of an input that was removed is not kept`() throws {
    let both = "  a: { run: echo, buttons: [{ input: x }, { input: y }] }"
    let more = "  a: { run: echo, buttons: [{ input: x }, { input: y }, { input: z }] }"
    let fewer = "  a: { run: echo, buttons: [{ input: y }] }"
    try expectEqual(
      steps(both, more, inputs: ["a": "x"]),
      [
        Step(id: "a", fate: .replaced(action("a", more), keepsRecord: true))
      ])
    try expectEqual(
      steps(both, fewer, inputs: ["a": "x"]),
      [
        Step(id: "a", fate: .replaced(action("a", fewer), keepsRecord: false))
      ])
  }

  @Test func `a running job is changed or removed later`() throws {
    try expectEqual(
      steps(
        "  a: { run: echo }\n  b: { run: echo }", "  a: { run: echo other }", running: ["a", "b"]),
      [
        Step(id: "a", fate: .postponed(.replacement)), Step(id: "b", fate: .postponed(.removal)),
      ])
  }
}
