import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct ScalarCursorTests {
  /// Reads `a: …` and returns the location of the scalar "X" of the value.
  private func locationOfX(_ text: String) -> TextLocation? {
    let report = Report(SourceText(file: "board.yml", kind: "board", text: text))
    guard case .mapping(let entries)? = YAMLReader.read(report)?.content, let value = entries.first?.value,
      let scalar = value.scalar, let offset = scalar.text.unicodeScalars.map({ $0 }).firstIndex(of: "X")
    else { return nil }
    return ScalarCursor.locations(of: scalar, at: value.location, in: report.source)[offset]
  }

  @Test(arguments: [
    ("a: bX", 1, 5),
    ("a:   'it''s X'", 1, 13),
    ("a: \"\\t\\x41\\u00e9\\U0001F600\\\" X\"", 1, 30),
    ("a: b\n  cX", 2, 4),
    ("a: b  \n\n  cX", 3, 4),
    ("a: b\n\n\n\n  cX", 5, 4),
    ("a: 'b\n\n\n  cX'", 4, 4),
    ("a: \"b\\\n   cX\"", 2, 5),
    ("a: \"b\\\n   X\"", 2, 4),
    ("a: \"b\n   \\  X\"", 2, 7),
    ("a: |\n  bX", 1, 4),
  ])
  func `offsets in a value are mapped to locations in the file`(text: String, line: Int, column: Int) {
    #expect(locationOfX(text) == TextLocation(line: line, column: column))
  }
}
