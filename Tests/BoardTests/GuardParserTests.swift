import Testing

@testable import Board

@Suite(.timeLimit(.minutes(5))) struct GuardParserTests {
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
    ("build", "0: `build` is not a fact (a fact is, for instance, `build.succeeded`)"),
    ("build.succeded", "6: nothing is known as `build.succeded` (did you mean `succeeded`?)"),
    (
      "build.colour",
      "6: nothing is known as `build.colour` (known here: `.running`, `.succeeded`, `.failed`, `.idle`, `.enabled`, "
        + "`.value`, `.progress`)"
    ),
    ("network.running", "8: nothing is known as `network.running` (known here: `.busy`)"),
    ("errors.many", "7: nothing is known as `errors.many` (did you mean `any`?)"),
    ("a.value", "0: `a.value` must be compared with something (for instance `a.value == \"ready\"`)"),
    ("!a.progress", "1: `a.progress` must be compared with something (for instance `a.progress >= 50`)"),
    (
      "a.running == 1",
      "0: `a.running` is true or false and cannot be compared (write `a.running` or `!a.running`)"
    ),
    ("5 < 6", "0: two constants are compared"),
    ("5", "0: `5` is no condition"),
    ("'x' && a.idle", "0: `x` is no condition"),
    (
      "a.progress == 'half'",
      "0: `a.progress` is a number and cannot be compared with the text `half` "
        + "(progress is a percentage: `a.progress >= 50`)"
    ),
  ])
  func mistakesHavePlacesAndHints(text: String, expected: String) {
    #expect(mistakes(text) == [expected])
  }

  @Test func mistakesInNamesDoNotHideEachOther() {
    #expect(
      mistakes("a.foo && (b.bar == 5 || !c) && d.running &&") == [
        "2: nothing is known as `a.foo` (known here: `.running`, `.succeeded`, `.failed`, `.idle`, `.enabled`, "
          + "`.value`, `.progress`)",
        "12: nothing is known as `b.bar` (known here: `.running`, `.succeeded`, `.failed`, `.idle`, `.enabled`, "
          + "`.value`, `.progress`)",
        "25: `c` is not a fact (a fact is, for instance, `build.succeeded`)",
        "43: the guard ends too early",
      ])
  }

  @Test func placesCountUnicodeScalars() {
    #expect(mistakes("prüfung.running &") == ["16: unexpected `&` (did you mean `&&`?)"])
    #expect(mistakes("a.value == '😀e\u{301}' x") == ["17: expected `&&` or `||` before `x`"])
  }

  @Test func mentionsTellWhereEachFactStands() {
    let mentions = GuardParser.parse("a.running && !b-2.idle || a.running").mentions

    #expect(mentions.map(\.fact) == [.action("a", .running), .action("b-2", .idle), .action("a", .running)])
    #expect(mentions.map(\.offset) == [0, 14, 26])
  }

  @Test(arguments: ["x1", "1e5", "2", "a-b", "a_b", "prüfung", "-"])
  func namesHaveLettersDigitsDashesAndUnderscores(name: String) throws {
    #expect(try Guard("\(name).running").references == [.action(name, .running)])
  }

  @Test func parenthesesMayBeNestedButNotWithoutEnd() {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a.idle" + String(repeating: ")", count: depth)
    }

    #expect(mistakes(nested(50)).isEmpty)
    #expect(mistakes(nested(40_000)) == ["50: nested too deeply"])
    #expect(mistakes(String(repeating: "!", count: 90_000) + "a.idle").isEmpty)
  }

  @Test func aGuardHasAnEnd() {
    #expect(mistakes("a.idle" + String(repeating: " ", count: 99_994)).isEmpty)
    #expect(
      mistakes("a.idle" + String(repeating: " ", count: 99_995)) == [
        "0: a guard has at most 100000 characters"
      ]
    )
  }
}
