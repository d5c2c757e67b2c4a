import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct InputDefinitionTests {
  @Test(arguments: [
    ("1.2", nil), ("12", nil), ("", "does not match `^\\d+`"), ("v1", "does not match `^\\d+`"),
    ("1\n2", "must be one line without control characters"),
    ("1\0", "must be one line without control characters"),
    (String(repeating: "1", count: 1_000), nil),
    (String(repeating: "1", count: 1_001), "is longer than 1000 characters"),
  ])
  func `a text is checked`(text: String, mistake: String?) throws {
    let input = InputDefinition(prompt: "Version", matches: try LinePattern("^\\d+"))
    #expect(input.mistake(in: text) == mistake)
  }

  @Test func `without a pattern any line is accepted, also an empty one`() {
    let input = InputDefinition(prompt: "Version")
    #expect(input.mistake(in: "") == nil)
    #expect(input.mistake(in: "日本 é") == nil)
    #expect(input.mistake(in: "\u{1B}[31m") != nil)
  }
}
