import Board
import Configuration
import Reference
import TestSupport
import Testing

/// `Documentation/Boards.md` and `Documentation/board.schema.json` are complete and correct.
@Suite(.timeLimit(.minutes(15))) struct BoardsReferenceTests {
  private let file = ReferenceFile("Boards.md")

  private struct Option: CustomTestStringConvertible {
    let mapping: MappingSchema
    let option: OptionSchema
    var testDescription: String { "\(mapping.name): \(option.key)" }
  }

  private static let options = Board.schema.mappings.flatMap { mapping in
    mapping.options.map { Option(mapping: mapping, option: $0) }
  }

  @Test func `the JSON Schema is what the code accepts`() throws {
    let schema = JSONSchema(
      of: Board.schema, title: "A board of signalbox",
      meaning:
        "What the panel shows. `signalbox check` also checks names, guards, keys and combinations of options."
    )

    #expect(try ReferenceFile("board.schema.json").has(schema.text))
  }

  @Test func `the tables are the options of the code`() throws {
    let headings = [
      "board": "## The board", "action": "## An action", "button": "### `buttons`",
      "json-progress": "### `progress` and `status`", "named-input": "### Several inputs",
      "argument": "### Arguments that are entered",
    ]
    var document = MarkdownTables(try file.text())
    // The table of `json-progress` includes the only option of `json-status`.
    for mapping in Board.schema.mappings where mapping.name != "json-status" {
      let hasTable = document.write(mapping, below: headings[mapping.name] ?? "### `\(mapping.name)`")
      #expect(hasTable, "\(mapping.name)")
    }

    #expect(try file.has(document.text))
  }

  @Test(arguments: options.filter { $0.option.example != nil })
  private func `the example of an option is valid`(_ option: Option) throws {
    let example = try #require(option.option.example)
    let board = try #require(BoardTemplate.board(option.option, example, in: option.mapping))

    #expect(mistakes(in: board) == "")
  }

  /// The default value of an option, if it is a value and not a text about one.
  private static func value(of option: Option) -> String? {
    option.option.fallback?.wholeMatch(of: #/`([^`]+)`/#).map { String($0.output.1) }
  }

  @Test(arguments: options.filter { value(of: $0) != nil })
  private func `the default value of an option applies without it`(_ option: Option) throws {
    let value = try #require(Self.value(of: option))
    let with = try #require(BoardTemplate.board(option.option, value, in: option.mapping))
    let without = try #require(BoardTemplate.board(option.option, nil, in: option.mapping))

    try expectEqual(Board.parse(with, file: "board.yml"), Board.parse(without, file: "board.yml"))
  }

  @Test func `the example in the documentation has no mistakes`() throws {
    let block = try #require(try file.text().firstMatch(of: #/```yaml\n(?<board>[\s\S]*?)```/#))

    let board = try Board.parse(String(block.output.board), file: "signalbox.yml")

    #expect(board.actions.map(\.id) == ["build", "test", "api", "database", "deploy"])
  }

  @Test(arguments: GuardFact.Property.allCases)
  func `every fact is documented`(property: GuardFact.Property) throws {
    #expect(try file.text().contains("`NAME.\(property.rawValue)`"))
  }
}
