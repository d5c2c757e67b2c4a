import Foundation
import Fuzzing
import Testing

@testable import Configuration

/// Any bytes are read as nodes or as mistakes, and all their locations are inside of the file.
@Suite(.timeLimit(.minutes(15))) struct YAMLFuzzTests {
  private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("examples")

  @Test func `random bytes`() {
    for seed in Seeds(2_000, share: 0.2) {
      var chance = SeededGenerator(seed: seed)
      read(chance.bytes(upTo: 300), seed)
    }
  }

  @Test func `random YAML`() {
    for seed in Seeds(4_000, share: 0.4) {
      var chance = SeededGenerator(seed: seed)
      read(Array((0..<chance.magnitude(upTo: 60)).map { _ in chance.piece() }.joined().utf8), seed)
    }
  }

  @Test func `mutations of the examples`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.directory, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "yml" }.sorted { $0.path < $1.path }
    let examples = try files.map { Array(try Data(contentsOf: $0)) }
    try #require(!examples.isEmpty)
    for seed in Seeds(400, share: 0.4) {
      var chance = SeededGenerator(seed: seed)
      var bytes = chance.pick(examples)
      for _ in 0...chance.magnitude(upTo: 12) { chance.mutate(&bytes) }
      read(bytes, seed)
    }
  }

  private func read(_ bytes: [UInt8], _ seed: UInt64) {
    do throws(Diagnostic) {
      let text = try SourceFile.text(bytes, of: "board.yml", kind: "board")
      let report = Report(SourceText(file: "board.yml", kind: "board", text: text))
      let node = YAMLReader.read(report)
      // A file without content has neither nodes nor mistakes.
      let isEmpty = node == nil && report.isEmpty
      if isEmpty { #expect(Self.isWithoutContent(text), "seed \(seed)") }
      for diagnostic in report.diagnostics { expectInside(diagnostic.location, report.source, seed) }
      if let node { expectInside(node, report.source, seed) }
    } catch {
      #expect(!error.message.isEmpty)
    }
  }

  private static func isWithoutContent(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).allSatisfy { line in
      let words = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
      return words.isEmpty || words.hasPrefix("#") || words.hasPrefix("%")
    }
  }

  private func expectInside(_ node: YAMLNode, _ source: SourceText, _ seed: UInt64) {
    expectInside(node.location, source, seed)
    switch node.content {
    case .scalar(let scalar):
      #expect(scalar.range.upperBound <= source.scalars.count, "seed \(seed)")
      let locations = ScalarCursor.locations(of: scalar, at: node.location, in: source)
      #expect(locations.count == scalar.text.unicodeScalars.count + 1)
      for location in locations { expectInside(location, source, seed) }
      // libyaml and `SourceText` count lines alike.
      if let index = source.index(of: node.location) {
        #expect(index == scalar.range.lowerBound, "seed \(seed)")
      }
    case .sequence(let elements):
      for element in elements { expectInside(element, source, seed) }
    case .mapping(let entries):
      for entry in entries {
        expectInside(entry.key, source, seed)
        expectInside(entry.value, source, seed)
      }
    }
  }

  private func expectInside(_ location: TextLocation?, _ source: SourceText, _ seed: UInt64) {
    guard let location else {
      Issue.record("a mistake without a place, seed \(seed)")
      return
    }
    // Calling the macro for each node would be many times slower.
    let isInside =
      (1...source.lineCount).contains(location.line) && location.column >= 1
      && location.column <= source.line(location.line).count + 1
    if !isInside { Issue.record("\(location) is outside, seed \(seed)") }
  }
}

extension SeededGenerator {
  /// A fragment of YAML.
  fileprivate mutating func piece() -> String {
    pick([
      "a", "key", ": ", ":", ":\n", "\n", "\n  ", "\n    ", "- ", "-", "? ", "[", "]", "{", "}", ", ", ",",
      "#",
      " # c", "'", "\"", "\\", "\\n", "\\x4", "|", ">", "|2-\n", "&", "&a ", "*", "*a", "!", "!a ", "!!str ",
      "!<a> ", "<<",
      "%", "%YAML 1.1\n", "@", "`", "~", "---\n", "...\n", "\t", "\r", "\r\n", "\u{85}", "\u{2028}",
      "\u{FEFF}", "日本",
      "e\u{301}", "x y", "&&", "||", "''", "\"\"", " ", "  ", text(upTo: 8),
    ])
  }

  /// Changes, moves, repeats or removes a few bytes, or adds a fragment of YAML.
  fileprivate mutating func mutate(_ bytes: inout [UInt8]) {
    let start = below(bytes.count + 1)
    let range = start..<min(bytes.count, start + magnitude(upTo: 40))
    switch below(6) {
    case 0: bytes.removeSubrange(range)
    case 1: bytes.insert(contentsOf: bytes[range], at: below(bytes.count + 1))
    case 2: bytes.insert(contentsOf: self.bytes(upTo: 4), at: start)
    case 3 where start < bytes.count: bytes[start] = UInt8(within(0x20...0x7E))
    default: bytes.insert(contentsOf: Array(piece().utf8), at: start)
    }
  }
}
