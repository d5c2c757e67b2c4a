import TestSupport
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct LineExpressionTests {
  /// Without a limit, these would take years.
  @Test(arguments: [("^(a+)+$", 30), ("^(a+)+$", 4_000), ("(a|aa)+$", 4_000), ("(?:(a+)+)+[bc]c", 4_000)])
  func `a line that takes too long does not match`(pattern: String, length: Int) throws {
    let line = String(repeating: "a", count: length) + "b"

    let expression = try LineExpression(pattern)
    #expect(expression.groups(in: line) == nil)
    #expect(!expression.matches(line))
    #expect(expression.ranges(in: line) == [])
  }

  /// Each letter before `c` doubles the number of steps. Without the limit, the expression finds `c` in the
  /// end.
  @Test(arguments: [(6, true), (24, false)])
  func `a line is given up after a limit of steps`(length: Int, matches: Bool) throws {
    let line = String(repeating: "a", count: length) + "c"

    try expectEqual(LineExpression("((?:a+)+b|c)").groups(in: line), (matches ? ["c"] : nil))
  }

  @Test func `a further match has fewer steps than the first`() throws {
    let line = "b" + String(repeating: "a", count: 11) + "c"

    try expectEqual(LineExpression("((?:a+)+b|c)").ranges(in: line), [12..<13])
    try expectEqual(LineExpression("((?:a+)+b|c|b)").ranges(in: line), [0..<1])
  }

  @Test func `a group repeats to the end of a long line`() throws {
    let line = String(repeating: "ab", count: 2_000) + "c"

    try expectEqual(LineExpression("(?:(a)|b)*c").groups(in: line), ["a"])
  }

  @Test func `groups that take no part are left out`() throws {
    try expectEqual(LineExpression("(a)|(b)|(c)").groups(in: "b"), ["b"])
    try expectEqual(LineExpression("(a)?b(c)?").groups(in: "b"), [])
    try expectEqual(LineExpression("b").groups(in: "abc"), [])
  }

  @Test func `classes know the characters of all languages`() throws {
    try expectEqual(LineExpression(#"^(\w+) (\d+)$"#).groups(in: "Größe ٤٢"), ["Größe", "٤٢"])
    try expectEqual(LineExpression("(?i)(ÄRGER)").groups(in: "kein ärger"), ["ärger"])
    try expectEqual(LineExpression("x(.)y").groups(in: "x🚂y"), ["🚂"])
  }

  @Test func `all matches are ranges of bytes`() throws {
    try expectEqual(LineExpression("ä+").ranges(in: "äbää"), [0..<2, 3..<7])
    try expectEqual(LineExpression("a*").ranges(in: "baab"), [1..<3])
    try expectEqual(LineExpression("^a").ranges(in: "aaa"), [0..<1])
    try expectEqual(LineExpression("x").ranges(in: ""), [])
  }

  @Test(arguments: [
    (#"\u00e9"#, #"has an escape that PCRE2 does not know: \u or \U"#),
    (#"\U0001F600"#, #"has an escape that PCRE2 does not know: \u or \U"#),
    ("[a-z&&[^x]]", "combines sets of characters with &&, which PCRE2 does not know"),
    ("[[:alpha:]--[x]]", "combines sets of characters with --, which PCRE2 does not know"),
    ("(a", "is not a valid regular expression"), (#"\p{Letter}"#, "is not a valid regular expression"),
  ])
  func `what PCRE2 does not know is a mistake`(pattern: String, message: String) {
    let mistake = #expect(throws: PatternError.self) { try LineExpression(pattern) }
    #expect(mistake?.message == message)
    #expect(mistake?.hint != nil)
  }

  @Test(arguments: [#"\Q[&&[\E"#, "[]&]&&[a]", "a--[b]", #"[\[,--/]"#, #"\\u"#, "[&-]", "[^]&&]"])
  func `what only looks like that is an expression`(pattern: String) throws {
    _ = try LineExpression(pattern)
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

    try expectEqual(LineExpression(#"\[(\d+)/(\d+)\]$"#).groups(in: line), ["3", "12"])
    try expectEqual(LineExpression(#"^(.*)\[(\d+)/"#).groups(in: line)?.last, "3")
  }

  @Test func `a long expression is rejected`() throws {
    let pattern = "(" + String(repeating: "a", count: 998) + ")"

    try expectEqual(LineExpression(pattern).groupCount, 1)
    #expect(throws: PatternError(message: "is longer than 1000 characters", hint: nil)) {
      try LineExpression(pattern + "b")
    }
  }
}
