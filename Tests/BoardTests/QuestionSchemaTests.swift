import TestSupport
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct QuestionSchemaTests {
  private func command(_ options: String) throws -> CommandDefinition? {
    let board = try Board.parse("actions: { a: { run: x, \(options) } }", file: "test.yml")
    guard case .command(let command) = board["a"]?.work else { return nil }
    return command
  }

  @Test func `questions are noticed of programs that can be answered`() throws {
    try expectEqual(command("terminal: full")?.questions, .usual)
    try expectEqual(command("terminal: full")?.canAsk, true)
    try expectEqual(command("terminal: output")?.canAsk, false)
  }

  @Test func `a pattern or a word says what is a question`() throws {
    let pattern = QuestionRule.matching(try LinePattern("y/n$"))
    try expectEqual(command("terminal: full, asks: y/n$")?.questions, pattern)
    try expectEqual(command("terminal: full, asks: never")?.questions, .never)
    try expectEqual(command("terminal: full, asks: never")?.canAsk, false)
  }

  @Test func `what has no effect is a mistake`() {
    #expect(
      mistakes(inAction: "a: {run: x, asks: y$}") == [
        "2:15: only a command with `terminal: full` can be answered, so `asks` has no effect"
      ])
    #expect(mistakes(inAction: "a: {tcp: 'a:1', asks: y$}") == ["2:19: `asks` requires `run`"])
    #expect(mistakes(inAction: "a: {run: x, terminal: full, asks: '('}").count == 1)
  }

  @Test(arguments: ["run: x", "run: x, terminal: full, asks: never"])
  func `a notice or a guard that nothing can cause is a mistake`(options: String) {
    let notice = mistakes(inAction: "a: {\(options), notify: [failed, asks]}")
    #expect(
      notice.map { $0.drop { $0 != " " } } == [
        " only the questions of a command with `terminal: full` are noticed, so it never `asks`"
      ])
    let text = mistakes(
      in: "actions:\n  build: {\(options)}\n  a: {run: x, enabled-if: '!build.asks'}\n")
    #expect(text.contains("the questions of `build` are not noticed, so it has no `.asks`"))
  }

  @Test func `a guard can read whether a program asks`() throws {
    let text =
      "actions:\n  build: {run: x, terminal: full, notify: asks}\n  a: {run: x, enabled-if: build.asks}\n"
    #expect(mistakes(in: text) == "")
    let guarded = try Board.parse(text, file: "test.yml")["a"]?.enabledIf
    var facts = Facts()
    for asks in [true, false] {
      var build = ActionFacts()
      build.asks = asks
      facts.actions["build"] = build
      #expect(guarded?.evaluate(facts).isPassing == asks)
    }
  }
}
