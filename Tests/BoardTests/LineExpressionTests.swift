import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct LineExpressionTests {
  /// Without a limit, some of these would take years.
  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      ("^(a+)+$", 30), ("^(a+)+$", 4_000), ("(.*.*.*.*.*.*c)", 100), ("(.*.*.*c)", 4_000),
    ])
  func `a line that takes too long does not match`(pattern: String, length: Int) throws {
    let line = String(repeating: "a", count: length) + "b"

    #expect(try LineExpression(pattern).groups(in: line) == nil)
  }

  /// Each letter before `c` doubles the number of steps. Without the limit, the expression finds `c` in the
  /// end.
  @Test(.timeLimit(.minutes(15)), arguments: [(6, true), (18, false)])
  func `a line is given up after a limit of steps`(length: Int, matches: Bool) throws {
    let line = String(repeating: "a", count: length) + "c"

    #expect(try LineExpression("((?:a+)+b|c)").groups(in: line) == (matches ? ["c"] : nil))
  }

  @Test(arguments: ["(b)", "^a(b)", "(?<!a)(b)", "(?i)(B)", "(b|c)+", #"(b)\1*"#])
  func `matches do not depend on the length of the line`(pattern: String) throws {
    let expression = try LineExpression(pattern)
    for line in ["ab", "a b", "abb", "b"] {
      let long = line + String(repeating: " ", count: 300)
      #expect(expression.groups(in: long) == expression.groups(in: line))
    }
  }

  @Test func `an expression can end with a comment`() throws {
    let expression = try LineExpression("(?x) (b) # the only one")

    #expect(expression.groups(in: "ab") == ["b"])
    #expect(expression.groups(in: "ab" + String(repeating: " ", count: 300)) == ["b"])
  }

  @Test func `a long line that matches is read to its end`() throws {
    let line = String(repeating: "some text ", count: 400) + "[3/12]"

    #expect(try LineExpression(#"\[(\d+)/(\d+)\]$"#).groups(in: line) == ["3", "12"])
    #expect(try LineExpression(#"^(.*)\[(\d+)/"#).groups(in: line)?.last == "3")
  }

  @Test func `a long expression is rejected`() throws {
    let pattern = "(" + String(repeating: "a", count: 998) + ")"

    #expect(try LineExpression(pattern).groupCount == 1)
    #expect(throws: PatternError(message: "is longer than 1000 characters", hint: nil)) {
      try LineExpression(pattern + "b")
    }
  }
}
