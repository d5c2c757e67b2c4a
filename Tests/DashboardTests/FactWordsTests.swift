import Board
import Boundary
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct FactWordsTests {
  private let words = Dashboard.FactWords(titles: ["a": "Load it", "b": "Save it"])

  @Test(arguments: [
    ("needs a.succeeded", "needs Load it succeeded"),
    ("needs not a.running and b.idle", "needs Load it not running and Save it idle"),
    ("needs (a.failed or not b.enabled)", "needs (Load it failed or Save it locked)"),
    (
      "needs a.age < 1h and a.value == \"not b.idle\"",
      "needs age of Load it < 1h and value of Load it == \"not b.idle\""
    ),
    ("needs ba.succeeded and not errors.any", "needs ba.succeeded and no error"),
    ("", ""),
  ])
  func `facts are named by the titles of their actions`(text: String, expected: String) {
    let facts: [GuardFact] = [
      .action("a", .succeeded), .action("a", .running), .action("b", .idle), .action("a", .failed),
      .action("b", .enabled), .action("a", .age), .action("a", .value), .hasErrors,
    ]
    #expect(words.text(text, facts: facts) == expected)
  }

  @Test func `an action that is gone keeps its name`() {
    #expect(words.text(.action("x", .ready), expected: false) == "x not ready")
  }
}
