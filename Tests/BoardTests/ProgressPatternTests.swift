import Testing

@testable import Board

@Suite struct ProgressPatternTests {
  @Test(arguments: [
    ("[3/12] Compiling", 0.25), ("x [12/12] y", 1), ("[0/7]", 0), ("[9/3]", 1),
  ])
  func twoGroupsAreNOfM(line: String, progress: Double) throws {
    #expect(try ProgressPattern(#"\[(\d+)/(\d+)\]"#).progress(in: line)?.fraction == progress)
  }

  @Test(arguments: [("50%", 0.5), ("at 12.5% of all", 0.125), ("250%", 1)])
  func oneGroupIsAPercentage(line: String, progress: Double) throws {
    #expect(try ProgressPattern(#"([\d.]+)%"#).progress(in: line)?.fraction == progress)
  }

  @Test(arguments: ["", "none", "[1/0]", "[a/b]", "[/]"])
  func otherLinesHaveNone(line: String) throws {
    #expect(try ProgressPattern(#"\[(\w*)/(\w*)\]"#).progress(in: line) == nil)
  }

  @Test(arguments: ["nan", "inf", "0x"])
  func oddNumbersAreNone(text: String) throws {
    #expect(try ProgressPattern("(.*)").progress(in: text) == nil)
  }

  @Test(arguments: [("abc", 0), ("(a)(b)(c)", 3)])
  func oneOrTwoGroupsAreNeeded(pattern: String, groups: Int) {
    #expect(
      throws: PatternError(
        message: "needs one group (percent) or two (n of m), and has \(groups)",
        hint: #"put parentheses around each number, as in `(\d+)/(\d+)`; `(?:…)` is no group"#)
    ) { try ProgressPattern(pattern) }
  }
}
