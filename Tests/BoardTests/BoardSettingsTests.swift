import Board
import TestSupport
import Testing

/// The options of a board that are not about one action.
@Suite(.timeLimit(.minutes(15))) struct BoardSettingsTests {
  private func board(_ settings: String) throws -> Board {
    try Board.parse("\(settings)\nactions: {a: {run: x}}\n", file: "board.yml")
  }

  @Test func `results are remembered for an hour, and leaving stops nothing`() throws {
    try expectEqual(board("").remember, .atMost(.seconds(3600)))
    try expectEqual(board("").onDetach, .leave)
  }

  @Test func `settings are read`() throws {
    try expectEqual(board("remember: 1h30m").remember, .atMost(.seconds(5400)))
    try expectEqual(board("remember: never").remember, .never)
    try expectEqual(board("remember: always").remember, .always)
    try expectEqual(board("on-detach: stop").onDetach, .stop)
    try expectEqual(board("on-detach: leave").onDetach, .leave)
  }

  @Test func `an age of the limit is allowed, and a negative age is not`() {
    let memory = ResultMemory.atMost(.seconds(60))
    #expect(memory.allows(age: .zero))
    #expect(memory.allows(age: .seconds(60)))
    #expect(!memory.allows(age: .seconds(60) + .nanoseconds(1)))
    #expect(!memory.allows(age: .seconds(-1)))
    #expect(!ResultMemory.never.allows(age: .zero))
    #expect(ResultMemory.always.allows(age: .seconds(1_000_000)))
    #expect(ResultMemory.always.allows(age: .seconds(-1)))
  }

  @Test(arguments: [
    ("remember: 0s", "1:11: `remember` must be longer than 0s"),
    (
      "remember: 5",
      "1:11: `remember` must be a duration such as 1h, `never` or `always`, not `5` | did you mean `5s`?"
    ),
    (
      "remember: nevr",
      "1:11: `remember` must be a duration such as 1h, `never` or `always`, not `nevr`"
        + " | did you mean `never`?"
    ),
    (
      "remember:", "1:10: `remember` must be a duration such as 1h, `never` or `always`, but it has no value"
    ),
    (
      "remember: [1h]",
      "1:11: `remember` must be a duration such as 1h, `never` or `always`, not a list"
    ),
    ("on-detach: kill", "1:12: `on-detach` must be one of `leave`, `stop`, not `kill`"),
    ("on-detatch: stop", "1:1: unknown key `on-detatch` | did you mean `on-detach`?"),
  ])
  func `mistakes in settings`(settings: String, expected: String) {
    let error = #expect(throws: BoardError.self) { try board(settings) }
    #expect(error?.diagnostics.map(\.inOneLine) == [expected])
  }

  @Test func `a reload reports other settings`() throws {
    let difference = try BoardDifference(
      from: board(""), to: board("remember: never\non-detach: stop\nalertmanager: http://a"))
    #expect(difference.description == "another `remember`, another `on-detach`, another `alertmanager`")
  }
}
