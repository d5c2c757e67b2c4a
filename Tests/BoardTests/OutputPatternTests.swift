import Testing

@testable import Board

@Suite(.timeLimit(.minutes(5))) struct OutputPatternTests {
  @Test func theGroupIsTheValue() throws {
    let pattern = try OutputPattern(#"^Test "(.*)" "#)

    #expect(pattern.value(in: #"Test "Boards are read" passed"#) == "Boards are read")
    #expect(pattern.value(in: #"A Test "x" passed"#) == nil)
    #expect(pattern.value(in: "") == nil)
  }

  @Test func textBeyondASCIIIsCutWhereItBegins() throws {
    let pattern = try OutputPattern("→ (.*)$")

    #expect(pattern.value(in: "😀日本 → fertig é") == "fertig é")
  }

  @Test func aGroupThatTakesNoPartIsNoValue() throws {
    #expect(try OutputPattern("a(b)?").value(in: "a") == nil)
  }

  @Test func patternsAreEqualByTheirText() throws {
    #expect(try OutputPattern("(a)") == OutputPattern("(a)"))
    #expect(try OutputPattern("(a)") != OutputPattern("(b)"))
  }

  @Test func aPathLeadsToTheValueOfALineOfJSON() throws {
    let pattern = OutputPattern(try JSONPath("$.file"))

    #expect(pattern.value(in: #"{"file": "a.iso", "done": 3}"#) == "a.iso")
    #expect(pattern.value(in: #"{"file": 12}"#) == "12")
    #expect(pattern.value(in: "file: a.iso") == nil)
  }

  @Test(arguments: [("abc", 0), ("(a)(b)", 2), ("(?:a)", 0)])
  func oneGroupIsNeeded(pattern: String, groups: Int) {
    #expect(
      throws: PatternError(
        message: "needs one group, and has \(groups)",
        hint: "put parentheses around what to show, as in `at (.*)`; `(?:…)` is no group")
    ) { try OutputPattern(pattern) }
  }

  @Test func aMistakeInThePatternIsExplained() {
    #expect(
      throws: PatternError(message: "is not a regular expression", hint: "expected ')'")
    ) { try OutputPattern("(a") }
  }
}
