import TestSupport
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct GuardParserTests {
  /// The mistakes in a guard as "offset: message (hint)".
  private func mistakes(_ text: String) -> [String] {
    GuardParser.parse(text).mistakes.map { mistake in
      "\(mistake.offset): \(mistake.message)" + (mistake.hint.map { " (\($0))" } ?? "")
    }
  }

  @Test(arguments: [
    ("", "0: the guard is empty"),
    ("  ", "2: the guard is empty"),
    ("a.running &&", "12: the guard ends too early"),
    ("!", "1: the guard ends too early"),
    ("&& a.running", "0: unexpected `&&`"),
    ("a.running || || b.idle", "13: unexpected `||`"),
    ("a.running b.idle", "10: expected `&&` or `||` before `b.idle`"),
    ("a.running and b.idle", "10: expected `&&` or `||` before `and` (did you mean `&&`?)"),
    ("not a.running", "0: `not` is not a fact (did you mean `!`?)"),
    ("a.running & b.idle", "10: unexpected `&` (did you mean `&&`?)"),
    ("a.running | b.idle", "10: unexpected `|` (did you mean `||`?)"),
    ("a.value = 'x'", "8: unexpected `=` (did you mean `==`?)"),
    ("a.running + 1", "10: unexpected `+`"),
    ("(a.running", "0: this parenthesis is never closed"),
    ("(a.running 5)", "11: unexpected `5`"),
    ("a.running)", "9: unexpected `)`"),
    ("()", "1: unexpected `)`"),
    ("a.value == 'x", "11: this quote is never closed"),
    ("a.value < 3 < 5", "12: unexpected `<`"),
    ("a.running ! b.idle", "10: unexpected `!`"),
    ("a.value == 'x' 'y'", "15: unexpected `\"y\"`"),
    ("build", "0: `build` is not a fact (a fact has the form `build.succeeded`)"),
    ("build.succeded", "6: `build` has no property `succeded` (did you mean `succeeded`?)"),
    (
      "build.colour",
      "6: `build` has no property `colour` (known properties: `.running`, `.succeeded`, `.failed`, `.idle`, `.ended`, `.enabled`, "
        + "`.value`, `.progress`, `.age`, `.ready`, `.restarts`, `.asks`, `.fresh`)"
    ),
    ("network.running", "8: `network` has no property `running` (known properties: `.busy`)"),
    ("errors.many", "7: `errors` has no property `many` (did you mean `any`?)"),
    ("a.value", "0: `a.value` must be compared with a value (for instance `a.value == \"ready\"`)"),
    ("!a.progress", "1: `a.progress` must be compared with a value (for instance `a.progress >= 50`)"),
    (
      "a.running == 1",
      "0: `a.running` is true or false and cannot be compared (write `a.running` or `!a.running`)"
    ),
    ("5 < 6", "0: a comparison of two constants"),
    ("5", "0: `5` is not a condition"),
    ("'x' && a.idle", "0: `x` is not a condition"),
    (
      "a.progress == 'half'",
      "0: `a.progress` is a number and cannot be compared with the text `half` "
        + "(progress is a percentage: `a.progress >= 50`)"
    ),
  ])
  func `mistakes have locations and hints`(text: String, expected: String) {
    #expect(mistakes(text) == [expected])
  }

  @Test func `mistakes in names do not hide each other`() {
    #expect(
      mistakes("a.foo && (b.bar == 5 || !c) && d.running &&") == [
        "2: `a` has no property `foo` (known properties: `.running`, `.succeeded`, `.failed`, `.idle`, `.ended`, `.enabled`, "
          + "`.value`, `.progress`, `.age`, `.ready`, `.restarts`, `.asks`, `.fresh`)",
        "12: `b` has no property `bar` (known properties: `.running`, `.succeeded`, `.failed`, `.idle`, `.ended`, `.enabled`, "
          + "`.value`, `.progress`, `.age`, `.ready`, `.restarts`, `.asks`, `.fresh`)",
        "25: `c` is not a fact (a fact has the form `build.succeeded`)",
        "43: the guard ends too early",
      ])
  }

  @Test func `offsets count Unicode scalars`() {
    #expect(mistakes("prüfung.running &") == ["16: unexpected `&` (did you mean `&&`?)"])
    #expect(mistakes("a.value == '😀e\u{301}' x") == ["17: expected `&&` or `||` before `x`"])
  }

  @Test func `mentions have the offsets of their facts`() {
    let mentions = GuardParser.parse("a.running && !b-2.idle || a.running").mentions

    #expect(mentions.map(\.fact) == [.action("a", .running), .action("b-2", .idle), .action("a", .running)])
    #expect(mentions.map(\.offset) == [0, 14, 26])
  }

  @Test(arguments: ["x1", "1e5", "2", "a-b", "a_b", "prüfung", "-"])
  func `names consist of letters, digits, dashes and underscores`(name: String) throws {
    try expectEqual(Guard("\(name).running").references, [.action(name, .running)])
  }

  @Test func `the depth of parentheses is limited`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a.idle" + String(repeating: ")", count: depth)
    }

    #expect(mistakes(nested(50)).isEmpty)
    #expect(mistakes(nested(40_000)) == ["50: nested too deeply"])
    #expect(mistakes(String(repeating: "!", count: 90_000) + "a.idle").isEmpty)
  }

  @Test func `the length of a guard is limited`() {
    #expect(mistakes("a.idle" + String(repeating: " ", count: 99_994)).isEmpty)
    #expect(
      mistakes("a.idle" + String(repeating: " ", count: 99_995)) == [
        "0: a guard can have at most 100000 characters"
      ]
    )
  }
}
