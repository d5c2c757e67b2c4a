import Board
import TestSupport
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

  private func steps(
    _ ids: [String], _ inputs: String..., on other: Board? = nil
  ) throws(RunPlan.Mistake) -> [(id: String, input: InputValues?)] {
    try RunPlan.steps(ids, on: other ?? board, inputs: inputs) { () throws(RunPlan.Mistake) in
      throw RunPlan.Mistake(message: "nothing is read here")
    }
  }

  @Test(arguments: [(12, "There are: a1, a2, "), (13, "`signalbox list` lists the 13 actions")])
  func `many actions are not listed in a message`(count: Int, hint: String) throws {
    let actions = (1...count).map { "  a\($0): { run: 'true' }\n" }.joined()
    let board = try Board.parse("actions:\n\(actions)", file: "test.yml")
    let mistake = #expect(throws: RunPlan.Mistake.self) { try steps(["zzz"], on: board) }
    #expect(mistake?.message.contains("`zzz`. \(hint)") == true)
  }

  @Test func `a typed input is passed on`() throws {
    try expectEqual(steps(["release"], "1 2").map(\.input), ["1 2"])
  }

  @Test func `a text without a name may look like one with a name`() throws {
    try expectEqual(steps(["release"], "1=2").map(\.input), ["1=2"])
  }

  @Test func `an input is passed to the actions that take one`() throws {
    let steps = try steps(["build", "deploy"], "staging")
    #expect(steps.map(\.id) == ["build", "deploy"])
    #expect(steps.map(\.input) == [nil, "staging"])
  }

  @Test(
    arguments: [
      (["biuld"], nil, "there is no action `biuld`. Near: build"),
      (["zzz"], nil, "there is no action `zzz`. There are: build, deploy, release"),
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
      if let input { try steps(ids, input) } else { try steps(ids) }
    }
  }

  // MARK: Inputs with names

  private func named() throws -> Board {
    try Board.parse(
      """
      actions:
        deploy:
          run: [x, { input: env }]
          input:
            - { name: env, prompt: Environment, choices: [staging, production] }
            - { name: version, prompt: Version, matches: '^[0-9]', default: '1' }
            - { name: token, prompt: Token, hidden: true, optional: true }
        publish: { run: x, input: [{ name: env, optional: true }, { name: key, hidden: true }] }
        release: { run: x, input: Version }
        build: { run: x }
      """, file: "test.yml")
  }

  private func values(_ texts: KeyValuePairs<String, String>) -> InputValues {
    .named(texts.map { InputValues.Named($0, $1) })
  }

  @Test func `inputs are given by their names`() throws {
    let board = try named()
    let steps = try steps(["build", "deploy"], "version=2=3", "env=staging", on: board)
    #expect(steps.map(\.input) == [nil, values(["version": "2=3", "env": "staging"])])
  }

  @Test func `a line of standard input is read for each dash, in order, and only if nothing else is wrong`()
    throws
  {
    let board = try named()
    var lines = ["production", "s3cret", "k3y"]
    func run(_ ids: [String], _ inputs: String...) throws(RunPlan.Mistake) -> [InputValues?] {
      try RunPlan.steps(ids, on: board, inputs: inputs) { () throws(RunPlan.Mistake) in lines.removeFirst() }
        .map(\.input)
    }
    #expect(throws: RunPlan.Mistake.self) { try run(["deploy"], "token=-") }
    #expect(throws: RunPlan.Mistake.self) { try run(["publish"], "token=-") }
    #expect(throws: RunPlan.Mistake.self) { try run(["deploy"], "token=-", "env=nowhere") }
    #expect(throws: RunPlan.Mistake.self) { try run(["deploy"], "token=-", "env=staging", "version=x") }
    #expect(lines.count == 3)
    try expectEqual(
      run(["deploy", "publish"], "env=-", "token=-", "key=-"),
      [
        values(["env": "production", "token": "s3cret"]), values(["env": "production", "key": "k3y"]),
      ])
  }

  @Test(
    arguments: [
      (["deploy"], [], "`deploy` needs --input env=… (Environment)"),
      (["publish"], ["env=x"], "`publish` needs --input key=- (key)"),
      (["deploy"], ["env="], "`deploy` needs --input env=… (Environment)"),
      (["deploy"], ["env=test"], "--input: env must be one of `staging`, `production`"),
      (["deploy"], ["env=staging", "version=x"], "--input: version does not match `^[0-9]`"),
      (["deploy"], ["evn=staging"], "there is no input `evn` (did you mean `env`?)"),
      (["deploy"], ["env=staging", "env=staging"], "--input env=… is there twice"),
      (
        ["deploy"], ["s3cret"],
        "--input needs a name, as in --input env=… (known inputs: `env`, `version`, `token`)"
      ),
      (
        ["deploy"], ["env=staging", "token=s3cret"],
        "the input `token` is hidden, and other processes see arguments: --input token=- reads it from standard input"
      ),
      (["deploy", "release"], ["env=staging"], "`release` has an input without a name: run it by itself"),
      (["deploy", "build", "publish"], ["env=staging"], "`publish` needs --input key=- (key)"),
      (["release"], ["a", "b"], "`release` takes one --input, not 2"),
    ] as [([String], [String], String)])
  func `inputs that are missing or wrong are named`(ids: [String], inputs: [String], message: String) throws {
    let board = try named()
    #expect(throws: RunPlan.Mistake(message: message)) {
      try RunPlan.steps(ids, on: board, inputs: inputs) { () throws(RunPlan.Mistake) in "x" }
    }
  }
}
