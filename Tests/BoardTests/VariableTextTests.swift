import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct VariableTextTests {
  private static let environment = ["NAME": "Ada", "EMPTY": "", "_x1": "under", "LOOP": "${NAME}"]

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("$NAME", "$NAME"), ("$", "$"), ("$$", "$$"), ("a}b{c", "a}b{c"),
    ("${NAME}", "Ada"), ("Hello ${NAME}!", "Hello Ada!"), ("${NAME}${_x1}", "Adaunder"),
    ("${EMPTY}", ""), ("${EMPTY:-default}", "default"), ("${UNSET:-default}", "default"),
    ("${NAME:-default}", "Ada"), ("${UNSET:-}", ""), ("${UNSET:-a:-b {c}", "a:-b {c"),
    ("$${NAME}", "${NAME}"), ("$$${NAME}", "$${NAME}"), ("$${", "${"), ("${LOOP}", "${NAME}"),
    ("é${NAME}\u{301}", "éAda\u{301}"),
  ])
  func `variables get their values`(text: String, expected: String) throws {
    let variable = try VariableText(parsing: text)
    try expectEqual(variable.text { Self.environment[$0] }, expected)
    // A description has the same meaning as the text.
    try expectEqual(VariableText(parsing: variable.description), variable)
  }

  @Test(arguments: [
    "${", "a ${NAME", "${}", "${1A}", "${A B}", "${A-b}", "${A:b}", "${A:?b}", "${é}", "${A:-${B}}",
    "${A:-${B:-c}}",
  ])
  func `what looks like a variable and is none is a mistake`(text: String) {
    #expect(throws: VariableText.Mistake.self) { try VariableText(parsing: text) }
  }

  @Test func `a variable that is not set and has no default is an error`() throws {
    let text = try VariableText(parsing: "${NAME} ${UNSET}")
    #expect(throws: VariableText.Unset(name: "UNSET")) { try text.text { Self.environment[$0] } }
  }

  @Test func `the variables of a text are known without their values`() throws {
    let text = try VariableText(parsing: "a ${ONE} $${TWO} ${THREE:-3}")
    #expect(text.variables == [.init("ONE"), .init("THREE", default: "3")])
    #expect(!text.beginsWithVariable)
    #expect(try VariableText(parsing: "${ONE}/a").beginsWithVariable)
    #expect(VariableText(literal: "${ONE}").variables.isEmpty)
    #expect("\(VariableText(literal: "${ONE}"))" == "$${ONE}")
  }

  @Test func `a text with many variables`() throws {
    let text = try VariableText(parsing: String(repeating: "${NAME} ", count: 5_000))
    try expectEqual(text.text { Self.environment[$0] }, String(repeating: "Ada ", count: 5_000))
  }
}
