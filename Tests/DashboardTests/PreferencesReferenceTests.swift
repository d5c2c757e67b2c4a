import Dashboard
import Foundation
import Reference
import TerminalUI
import TestSupport
import Testing

/// `Documentation/Preferences.md` and `Documentation/config.schema.json` are complete and correct.
@Suite(.timeLimit(.minutes(15))) struct PreferencesReferenceTests {
  private let reference: String

  init() throws {
    reference = try ReferenceFile("Preferences.md").text()
  }

  /// The cells of each row in the table below a heading. The heading must be unique.
  private func rows(below heading: String) throws -> [[String]] {
    let section = try #require(reference.components(separatedBy: "\n\(heading)\n").last)
    let table = section.split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return table.dropFirst(2).map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test func `the example in the documentation has no mistakes`() throws {
    let block = try #require(reference.firstMatch(of: #/```yaml\n(?<file>[\s\S]*?)```/#))

    let preferences = try Dashboard.Preferences.parse(String(block.output.file), file: "config.yml")

    #expect(preferences.theme == .dark)
    #expect(preferences.keys.binding(of: .previous)?.keys == [.character("p"), .up])
  }

  @Test func `every command has a row with its default keys and its description`() throws {
    let rows = try rows(below: "## `keys`")
    let expected = Dashboard.KeyMap.standard.bindings

    #expect(rows.map { $0[0] } == expected.map { "`\($0.command.rawValue)`" })
    for (row, binding) in zip(rows, expected) {
      let names = row[1].split(separator: ", ").map { String($0.dropFirst().dropLast()) }
      #expect(names.map { Key(name: $0) } == binding.keys, "\(binding.command)")
      let description = binding.description
      #expect(row[2] == description.prefix(1).lowercased() + description.dropFirst(), "\(binding.command)")
    }
  }

  @Test func `every theme has a row`() throws {
    try expectEqual(rows(below: "## `theme`").map { $0[0] }, Theme.allCases.map { "`\($0.rawValue)`" })
  }

  @Test func `every key name that is a word is listed`() {
    for word in Key.words { #expect(reference.contains("`\(word)`")) }
  }

  @Test func `the JSON Schema is what the code accepts`() throws {
    let schema = JSONSchema(
      of: Dashboard.Preferences.schema, title: "A config.yml of signalbox",
      meaning:
        "Keys and colours of the panel, for any board. The panel also checks that no key has two commands.",
      allowsEmpty: true)

    #expect(try ReferenceFile("config.schema.json").has(schema.text))
  }

  @Test func `the table of options is the options of the code`() throws {
    var document = MarkdownTables(reference)
    let preferences = try #require(Dashboard.Preferences.schema.mappings.first)

    let hasTable = document.write(preferences, below: "# Preferences")

    #expect(hasTable)
    #expect(try ReferenceFile("Preferences.md").has(document.text))
  }
}
