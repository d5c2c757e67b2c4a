import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct AgentSchemaTests {
  private func policies(_ text: String) throws -> [AgentPolicy] {
    try Board.parse(text, file: "board.yml").actions.map(\.agents)
  }

  @Test func `without a word agents press, and a question is asked`() throws {
    try expectEqual(
      policies("actions: {a: {run: x}, b: {run: x, confirm: Sure?}}"),
      [
        AgentPolicy(.press), AgentPolicy(.ask),
      ])
  }

  @Test(arguments: AgentPolicy.Reach.allCases)
  func `a word is the policy of an action`(reach: AgentPolicy.Reach) throws {
    try expectEqual(policies("actions: {a: {run: x, agents: \(reach.rawValue)}}"), [AgentPolicy(reach)])
  }

  @Test func `the board says it for all actions that say nothing, and answers no question by that`() throws {
    let text = "agents: press\nactions: {a: {run: x}, b: {run: x, confirm: Sure?}, c: {run: x, agents: none}}"
    try expectEqual(policies(text), [AgentPolicy(.press), AgentPolicy(.ask), AgentPolicy(.none)])
    try expectEqual(
      policies("agents: look\nactions: {a: {run: x}, b: {run: x, confirm: Sure?}}").map(\.reach),
      [
        .look, .look,
      ])
  }

  @Test func `a mapping says more`() throws {
    let text = """
      agents: { ask: panel, cancel: any }
      actions:
        a: { run: x, agents: ask }
        b: { run: x, confirm: Sure?, agents: { policy: press, answers-confirm: true } }
        c: { run: x, agents: { ask: anywhere, cancel: own } }
      """
    try expectEqual(
      policies(text),
      [
        AgentPolicy(.ask, asksInPanels: true, cancelsAny: true),
        AgentPolicy(.press, asksInPanels: true, cancelsAny: true), AgentPolicy(.press),
      ])
  }

  @Test(arguments: [
    ("agents: press, confirm: Sure?", "`agents: press` would start it without its question"),
    ("agents: never", "`agents` must be one of"), ("agents: { ask: never }", "`ask` must be one of"),
  ])
  func `mistakes`(options: String, expected: String) {
    #expect {
      try Board.parse("actions: {a: {run: x, \(options)}}", file: "board.yml")
    } throws: {
      "\($0)".contains(expected)
    }
  }
}
