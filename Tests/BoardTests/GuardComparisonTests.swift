import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct GuardComparisonTests {
  private func passes(_ text: String, value: String? = nil, progress: Double? = nil) throws -> Bool {
    var action = ActionFacts.succeeded(value: value)
    action.progress = progress
    return try Guard(text).evaluate(Facts(["a": action, "b": .succeeded(value: "7")])).isPassing
  }

  @Test(arguments: [
    ("==", [false, true, false]), ("!=", [true, false, true]), ("<", [true, false, false]),
    ("<=", [true, true, false]), (">", [false, false, true]), (">=", [false, true, true]),
  ])
  func relations(relation: String, expected: [Bool]) throws {
    try expectEqual(["4", "5", "6"].map { try passes("a.value \(relation) 5", value: $0) }, expected)
    try expectEqual(["d", "e", "f"].map { try passes("a.value \(relation) 'e'", value: $0) }, expected)
    try expectEqual(
      [0.04, 0.05, 0.06].map { try passes("a.progress \(relation) 5", progress: $0) }, expected)
  }

  @Test(arguments: ["==", "!=", "<", "<=", ">", ">="])
  func `the negation of a comparison is its opposite`(relation: String) throws {
    for value in ["4", "5", "6"] {
      #expect(
        try passes("!(a.value \(relation) 5)", value: value) != passes("a.value \(relation) 5", value: value))
    }
  }

  @Test func `progress is compared in percent`() throws {
    #expect(try passes("a.progress == 29", progress: 0.29))
    #expect(try passes("a.progress >= 100", progress: 1))
    #expect(try passes("33.3 < a.progress", progress: 1.0 / 3))
  }

  @Test func `values are numbers when compared with numbers`() throws {
    #expect(try passes("a.value > 9", value: "10"))
    #expect(try passes("a.value == 10", value: " 10.0"))
    #expect(try passes("a.value > -1.5", value: "-1"))
  }

  @Test func `the comparison of text with a number is unknown`() throws {
    try expectEqual(passes("a.value == 9", value: "nine"), false)
    try expectEqual(passes("a.value != 9", value: "nine"), false)
    try expectEqual(passes("!(a.value < 9)", value: "nan"), false)
  }

  @Test func `quoted numbers are text`() throws {
    try expectEqual(passes("a.value == '10.0'", value: "10"), false)
    #expect(try passes("a.value < '9'", value: "10"))
  }

  @Test func `two values are compared as numbers if both are numbers`() throws {
    #expect(try passes("a.value > b.value", value: "10"))
    #expect(try passes("a.value == b.value", value: "7.0"))
    #expect(try passes("a.value > b.value", value: "eight"))
    #expect(try passes("a.progress > b.value", progress: 0.08))
    try expectEqual(passes("a.progress > b.value", progress: 0.06), false)
  }

  @Test func `quotes in text are escaped`() throws {
    #expect(try passes(#"a.value == "say \"hi\" \\ \n""#, value: #"say "hi" \ \n"#))
    #expect(try passes(#"a.value == 'it"s'"#, value: #"it"s"#))
    #expect(try passes("a.value == ''", value: ""))
  }

  @Test func `a number can be on the left`() throws {
    #expect(try passes("5 < a.value", value: "6"))
    #expect(try passes("'x' != a.value", value: "y"))
  }
}
