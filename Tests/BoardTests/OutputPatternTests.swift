import TestSupport
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct OutputPatternTests {
  @Test func `the match of the group is the value`() throws {
    let pattern = try OutputPattern(#"^Test "(.*)" "#)

    #expect(pattern.value(in: #"Test "Boards are read" passed"#) == "Boards are read")
    #expect(pattern.value(in: #"A Test "x" passed"#) == nil)
    #expect(pattern.value(in: "") == nil)
  }

  @Test func `text beyond ASCII is cut at the right positions`() throws {
    let pattern = try OutputPattern("→ (.*)$")

    #expect(pattern.value(in: "😀日本 → fertig é") == "fertig é")
  }

  @Test func `a group that does not participate has no value`() throws {
    try expectEqual(OutputPattern("a(b)?").value(in: "a"), nil)
  }

  @Test func `patterns are equal if their text is equal`() throws {
    try expectEqual(OutputPattern("(a)"), OutputPattern("(a)"))
    #expect(try OutputPattern("(a)") != OutputPattern("(b)"))
  }

  @Test func `a path finds the value in a line of JSON`() throws {
    let pattern = OutputPattern(try JSONPath("$.file"))

    #expect(pattern.value(in: #"{"file": "a.iso", "done": 3}"#) == "a.iso")
    #expect(pattern.value(in: #"{"file": 12}"#) == "12")
    #expect(pattern.value(in: "file: a.iso") == nil)
  }

  @Test(arguments: [("abc", 0), ("(a)(b)", 2), ("(?:a)", 0)])
  func `one capture group is required`(pattern: String, groups: Int) {
    #expect(
      throws: PatternError(
        message: "needs one capture group, but has \(groups)",
        hint: "put parentheses around the value, as in `at (.*)`; `(?:…)` does not capture")
    ) { try OutputPattern(pattern) }
  }

  @Test func `a mistake in the pattern is explained`() {
    #expect(
      throws: PatternError(
        message: "is not a valid regular expression", hint: "missing closing parenthesis, after 2 characters")
    ) { try OutputPattern("(a") }
  }
}
