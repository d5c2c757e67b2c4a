import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct LogSchemaTests {
  @Test(arguments: [
    ("build.log", LogDefinition("/boards/build.log")), ("/var/a.log", LogDefinition("/var/a.log")),
    ("~/a.log", LogDefinition("/home/ada/a.log")), ("{file: a}", LogDefinition("/boards/a")),
    ("{file: a, size: 1kB, count: 1}", LogDefinition("/boards/a", sizeLimit: 1_000, count: 1)),
    ("{file: a, size: 20MB}", LogDefinition("/boards/a", sizeLimit: 20_000_000)),
    ("{file: a, size: 1GB, count: 10}", LogDefinition("/boards/a", sizeLimit: 1_000_000_000, count: 10)),
  ])
  func `a log is a path, or also a size and a count`(log: String, definition: LogDefinition) throws {
    let place = BoardPlace(directory: "/boards", home: "/home/ada")
    let board = try Board.parse("actions: {a: {run: x, log: \(log)}}", file: "board.yml", at: place)
    #expect(board["a"]?.log == definition)
  }

  @Test(arguments: [
    (
      "{file: a, size: 10M}",
      "2:36: `size` must be a size such as 500kB, 10MB or 1GB, not `10M` | did you mean `10MB`?"
    ),
    (
      "{file: a, size: 10 MB}",
      "2:36: `size` must be a size such as 500kB, 10MB or 1GB, not `10 MB` | did you mean `10MB`?"
    ),
    ("{file: a, size: 0MB}", "2:36: `size` must be a size such as 500kB, 10MB or 1GB, not `0MB`"),
    ("{file: a, size: 10}", "2:36: `size` must be a size such as 500kB, 10MB or 1GB, not `10`"),
    ("{file: a, size: 9999999GB}", "2:36: `size` must be a size such as 500kB, 10MB or 1GB, not `9999999GB`"),
    ("{file: a, count: 0}", "2:37: `count` must be a whole number from 1 to 1000, not `0`"),
    ("{size: 10MB}", "2:20: `log` needs `file`"),
  ])
  func `mistakes in a log`(log: String, expected: String) {
    #expect(mistakes(inAction: "a: {run: x, log: \(log)}") == [expected])
  }

  private func mistakesOf(_ logs: String...) -> [String] {
    let actions = logs.enumerated().map { "  a\($0): {run: x, log: \($1)}\n" }.joined()
    do {
      _ = try Board.parse("actions:\n" + actions, file: "board.yml", at: BoardPlace(directory: "/b"))
      return []
    } catch {
      return error.diagnostics.map(\.inOneLine)
    }
  }

  @Test func `two actions cannot have the same log`() {
    let hint = " | each log needs a file of its own"
    #expect(
      mistakesOf("one.log", "two.log", "./x/..//one.log") == [
        "4:21: this file is also the log of `a0` in line 2" + hint
      ])
    #expect(mistakesOf("one", "/b/one", "{file: one}").count == 2)
    #expect(
      mistakesOf("one.log.1", "one.log") == [
        "2:21: this file also becomes an earlier log of `a1` in line 3" + hint
      ])
    #expect(mistakesOf("one.log.3", "one.log", "one.log.0", "one.log.x") == [])
    #expect(mistakesOf("../one", "../../one", "one") == [])
  }

  @Test func `many logs are checked at once`() {
    let actions = (0..<5_000).map { "  a\($0): {run: x, log: 'l.\($0 % 4_999)'}\n" }.joined()
    let found = mistakes(in: "actions:\n" + actions)
    #expect(found.contains("board.yml:5001:24: error: this file is also the log of `a0` in line 2"))
  }
}
