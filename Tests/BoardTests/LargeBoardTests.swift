import Configuration
import TestSupport
import Testing

@testable import Board

/// Large boards are read, and limits bound the time for others.
@Suite(.timeLimit(.minutes(15)), .slow) struct LargeBoardTests {
  @Test func `a board of 5,000 actions is read`() throws {
    let actions = (0..<5_000).map { number in
      """
        action-\(number):
          title: The action with the number \(number)
          run: [echo, '\(number)', "with some arguments that make the file larger than it would be without them"]
          enabled-if: \(number == 0 ? "'!errors.any'" : "action-\(number - 1).enabled && !action-0.running")
          timeout: 5m

      """
    }
    let text = "actions:\n" + actions.joined()
    #expect(text.utf8.count > 1_000_000)

    try expectEqual(Board.parse(text, file: "board.yml").actions.count, 5_000)
  }

  @Test func `the first mistakes of a large board are reported, and the others counted`() {
    let actions = (0..<500).map { "  action-\($0): {runn: x, enabled-if: action-\($0)x.idle}\n" }
    let error = #expect(throws: BoardError.self) {
      try Board.parse("actions:\n" + actions.joined(), file: "board.yml")
    }

    #expect(error?.diagnostics.count == 101)
    #expect(error?.diagnostics.filter { $0.hint == "did you mean `run`?" }.count == 33)
    #expect(error?.diagnostics.last?.message == "and 1400 more mistakes: these are the first 100")
  }

  @Test func `a long cycle is abbreviated`() {
    let actions = (0..<2_000).map { "  a\($0): {run: x, enabled-if: a\(($0 + 1) % 2_000).enabled}\n" }
    let error = #expect(throws: BoardError.self) {
      try Board.parse("actions:\n" + actions.joined(), file: "board.yml")
    }

    #expect(
      error?.diagnostics.map(\.message) == [
        """
        `a0` depends on itself: a0 → a1 → a2 → a3 → a4 → a5 → a6 → a7 → a8 → a9 → … 1981 more … \
        → a1991 → a1992 → a1993 → a1994 → a1995 → a1996 → a1997 → a1998 → a1999 → a0
        """
      ])
  }

  @Test func `a guard of nearly 100,000 characters is read`() throws {
    let guarded = try Guard(Array(repeating: "a.idle", count: 9_999).joined(separator: " && ") + " || a.idle")
    #expect(guarded.text.count == 99_996)
    #expect(guarded.references == [.action("a", .idle)])
  }

  @Test func `names in a long guard have their locations`() {
    let guarded = (1...10_000).map { "x\($0).y" }.joined(separator: " ||\n        ")
    let text = "actions:\n  a:\n    run: x\n    enabled-if: \(guarded.prefix(95_000))"
    let places = #expect(throws: BoardError.self) { try Board.parse(text, file: "board.yml") }?.diagnostics
      .compactMap(\.location)

    #expect(places?.first == TextLocation(line: 4, column: 20))
    #expect(places?.dropFirst().allSatisfy { (12...15).contains($0.column) } == true)
    #expect(places?.count == 100)
  }

  @Test(arguments: ["plain", "'", "\""])
  func `a name after many spaces has its location`(quote: String) {
    let quote = quote == "plain" ? "" : quote
    let text =
      "a: {run: x, enabled-if: \(quote)a.idle &&\(String(repeating: " ", count: 90_000))b.idle\(quote)}"

    #expect(
      mistakes(inAction: text).first?.hasPrefix("2:\(90_000 + 36 + quote.count): `b` is not an action")
        == true)
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "!"])
  func `deep nesting of YAML does not need a deep stack`(sign: String) {
    #expect(mistakes(in: "actions: \n  " + String(repeating: sign, count: 100_000)) != "")
  }
}
