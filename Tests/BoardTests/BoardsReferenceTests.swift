import Board
import Testing

/// `Documentation/Boards.md` is complete and right.
@Suite(.timeLimit(.minutes(5))) struct BoardsReferenceTests {
  private let reference: String

  init() throws {
    reference = try Repository.text("Documentation/Boards.md")
  }

  @Test func itsExampleIsABoard() throws {
    let block = try #require(reference.firstMatch(of: #/```yaml\n(?<board>[\s\S]*?)```/#))

    let board = try Board.parse(String(block.output.board), file: "signalbox.yml")

    #expect(board.actions.map(\.id) == ["build", "test", "api", "database", "deploy"])
  }

  /// The keys of each table, by the heading above it, are those of the schema, which are those of the code.
  @Test(
    arguments: [
      ("## The board", nil), ("### `network`", "network"), ("## An action", "action"),
      ("### `buttons`", "button"),
      ("### `http`", "http"), ("### `tcp`", "tcp"), ("### `simulate`", "simulate"),
      ("### `progress` and `status`", "json-progress"), ("### `retry`", "retry"), ("### `error`", "error"),
      ("### `notify`", "notify"), ("### `while-running`", "while-running"),
    ] as [(String, String?)])
  func everyKeyHasARow(heading: String, definition: String?) throws {
    let schema = try Repository.schema()
    let mapping = try #require(definition.map { schema.definitions[$0] } ?? schema)
    let section = try #require(reference.split(separator: heading + "\n").dropFirst().first)
    let body = section.prefix { $0 != "#" }
    let rows = body.split(separator: "\n").drop { !$0.hasPrefix("| key |") }
      .compactMap { $0.prefixMatch(of: #/\| `([a-z-]+)` \|/#)?.output.1 }.map(String.init)

    #expect(rows.count == Set(rows).count)
    #expect(Set(rows) == Set(mapping.properties.keys))
  }

  @Test(arguments: GuardFact.Property.allCases)
  func everyFactIsExplained(property: GuardFact.Property) {
    #expect(reference.contains("`NAME.\(property.rawValue)`"))
  }

  @Test func everyExampleInATableIsRight() throws {
    let table = try #require(reference.split(separator: "## An action\n").last).prefix { $0 != "#" }
    let rows = table.split(separator: "\n").compactMap {
      $0.wholeMatch(of: #/\| `([a-z-]+)` \|.*\| `(.+)` \|/#)?.output
    }

    #expect(rows.count == 19)
    for (_, key, example) in rows {
      let work = ["run", "http", "tcp", "simulate"].contains(key) ? "" : "run: x"
      let text = "actions:\n  build: {run: x}\n  a:\n    \(key): \(example)\n    \(work)\n"
      #expect(mistakes(in: text) == "")
    }
  }
}
