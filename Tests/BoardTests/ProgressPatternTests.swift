import TestSupport
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct ProgressPatternTests {
  @Test(arguments: [
    ("[3/12] Compiling", 0.25), ("x [12/12] y", 1), ("[0/7]", 0), ("[9/3]", 1),
  ])
  func `two groups are n of m`(line: String, progress: Double) throws {
    try expectEqual(ProgressPattern(#"\[(\d+)/(\d+)\]"#).progress(in: line)?.fraction, progress)
  }

  @Test(arguments: [("50%", 0.5), ("at 12.5% of all", 0.125), ("250%", 1)])
  func `one group is a percentage`(line: String, progress: Double) throws {
    try expectEqual(ProgressPattern(#"([\d.]+)%"#).progress(in: line)?.fraction, progress)
  }

  @Test(arguments: ["", "none", "[1/0]", "[a/b]", "[/]"])
  func `other lines have no progress`(line: String) throws {
    try expectEqual(ProgressPattern(#"\[(\w*)/(\w*)\]"#).progress(in: line), nil)
  }

  @Test(arguments: ["nan", "inf", "0x"])
  func `invalid numbers are not a progress`(text: String) throws {
    try expectEqual(ProgressPattern("(.*)").progress(in: text), nil)
  }

  @Test(arguments: [
    (29, "29 %"), (57, "57 %"), (58.9, "58 %"), (-1, "0 %"), (101, "100 %"),
  ])
  func `percentages are not rounded up`(percent: Double, shown: String) throws {
    try expectEqual(ProgressPattern(#"(-?[\d.]+)%"#).progress(in: "\(percent)%")?.description, shown)
  }

  @Test func `a path finds a percentage`() throws {
    let pattern = ProgressPattern(try JSONPath("$.done"))

    #expect(pattern.progress(in: #"{"done": 25}"#) == .init(fraction: 0.25, description: "25 %"))
    #expect(pattern.progress(in: #"{"done": "25"}"#)?.fraction == 0.25)
    #expect(pattern.progress(in: #"{"done": true}"#) == nil)
    #expect(pattern.progress(in: "25") == nil)
  }

  @Test func `a path finds a part of a total`() throws {
    let pattern = ProgressPattern(try JSONPath("$.done"), of: .number(1))

    #expect(pattern.progress(in: #"{"done": 0.25}"#) == .init(fraction: 0.25, description: "25 %"))
    #expect(pattern.progress(in: #"{"done": 1}"#)?.fraction == 1)
  }

  @Test func `two paths find n of m`() throws {
    let pattern = ProgressPattern(try JSONPath("$.done"), of: .path(try JSONPath("$.of[0]")))

    #expect(pattern.progress(in: #"{"done": 3, "of": [12]}"#) == .init(fraction: 0.25, description: "3/12"))
    #expect(pattern.progress(in: #"{"done": 3, "of": [0]}"#) == nil)
    #expect(pattern.progress(in: #"{"done": 3}"#) == nil)
  }

  @Test(arguments: [("abc", 0), ("(a)(b)(c)", 3)])
  func `one or two capture groups are required`(pattern: String, groups: Int) {
    #expect(
      throws: PatternError(
        message: "needs one capture group (percent) or two (n of m), but has \(groups)",
        hint: #"put parentheses around each number, as in `(\d+)/(\d+)`; `(?:…)` does not capture"#)
    ) { try ProgressPattern(pattern) }
  }
}
