import Board
import Testing

@testable import Headless

/// Arguments are checked against the board before anything runs.
@Suite(.timeLimit(.minutes(15))) struct RunPlanTests {
  private let board: Board

  init() throws {
    board = try Board.parse(
      """
      actions:
        build: {run: "true"}
        deploy:
          run: "true"
          buttons: [{key: 1, title: One, input: staging}, {key: 2, title: Two, input: production}]
        release: {run: "true", input: {prompt: Version, matches: '^[0-9]'}}
      """, file: "test.yml")
  }

  @Test(arguments: [(12, "known actions: `a1`, "), (13, "`signalbox list` lists the 13 actions")])
  func `many actions are not listed in a message`(count: Int, hint: String) throws {
    let actions = (1...count).map { "  a\($0): { run: 'true' }\n" }.joined()
    let board = try Board.parse("actions:\n\(actions)", file: "test.yml")
    let mistake = #expect(throws: RunPlan.Mistake.self) { try RunPlan.steps(["zzz"], on: board, input: nil) }
    #expect(mistake?.message.contains("(\(hint)") == true)
  }

  @Test func `a typed input is passed on`() throws {
    #expect(try RunPlan.steps(["release"], on: board, input: "1 2").map(\.input) == ["1 2"])
  }

  @Test func `an input is passed to the actions that take one`() throws {
    let steps = try RunPlan.steps(["build", "deploy"], on: board, input: "staging")
    #expect(steps.map(\.id) == ["build", "deploy"])
    #expect(steps.map(\.input) == [nil, "staging"])
  }

  @Test(
    arguments: [
      (["biuld"], nil, "there is no action `biuld` (did you mean `build`?)"),
      (["zzz"], nil, "there is no action `zzz` (known actions: `build`, `deploy`, `release`)"),
      (["release"], nil, "`release` needs --input: Version"),
      (["release"], "x", "--input: Version does not match `^[0-9]`"),
      (["deploy"], nil, "`deploy` needs --input: `staging`, `production`"),
      (["deploy"], "stagin", "`deploy` has no input `stagin` (did you mean `staging`?)"),
      (["build"], "staging", "--input: none of these actions takes an input"),
    ] as [([String], String?, String)])
  func `an argument that the board does not allow is explained`(
    ids: [String], input: String?, message: String
  ) {
    #expect(throws: RunPlan.Mistake(message: message)) {
      try RunPlan.steps(ids, on: board, input: input)
    }
  }
}
