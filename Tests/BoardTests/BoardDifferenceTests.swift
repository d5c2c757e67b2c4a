import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct BoardDifferenceTests {
  private func board(_ text: String) throws -> Board { try Board.parse(text, file: "test.yml") }

  private func difference(_ old: String, _ new: String) throws -> BoardDifference {
    try BoardDifference(from: board(old), to: board(new))
  }

  @Test func `boards that mean the same do not differ`() throws {
    let difference = try difference(
      "actions: { a: { run: echo }, b: { run: echo, enabled-if: a.succeeded&&!errors.any } }",
      """
      # With a remark.
      actions:
        a:
          run: "echo"
        b: { run: echo, enabled-if: 'a.succeeded && !errors.any' }
      """)
    #expect(difference.description == "nothing changed")
  }

  @Test func `actions are added, changed and removed`() throws {
    let difference = try difference(
      "actions: { a: { run: 'true' }, b: { run: 'true' }, c: { run: 'true' } }",
      "actions: { d: { run: 'true' }, a: { run: 'false' }, b: { run: 'true' } }")
    #expect(difference.added == ["d"])
    #expect(difference.changed == ["a"])
    #expect(difference.removed == ["c"])
    #expect(!difference.isReordered)
    #expect(difference.description == "1 action added, 1 changed, 1 removed")
  }

  @Test(arguments: [
    ("actions: { a: { run: 'false' }, b: { run: 'false' } }", "2 actions changed"),
    ("actions: { b: { run: 'true' }, a: { run: 'true' } }", "another order"),
    ("title: New\nactions: { a: { run: 'true' }, b: { run: 'true' } }", "a new title"),
    (
      "title: New\nnetwork: { start-delay: 0s }\nactions: { a: { run: 'true' } }",
      "1 action removed, a new title, new network delays"
    ),
  ])
  func `the description is a summary`(new: String, words: String) throws {
    let old = "actions: { a: { run: 'true' }, b: { run: 'true' } }"
    try expectEqual(difference(old, new).description, words)
  }
}
