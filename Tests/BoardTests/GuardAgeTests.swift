import TestSupport
import Testing

@testable import Board

/// Ages and durations in guards.
@Suite(.timeLimit(.minutes(15))) struct GuardAgeTests {
  private func passes(_ text: String, age: Duration?) throws -> Bool {
    var action = ActionFacts.succeeded(value: "7")
    action.age = age
    var other = action
    other.age = .seconds(60)
    return try Guard(text).evaluate(Facts(["a": action, "b": other])).isPassing
  }

  private func mistakesOfGuard(_ text: String) -> [String] {
    GuardParser.parse(text).mistakes.map { mistake in
      "\(mistake.offset): \(mistake.message)" + (mistake.hint.map { " (\($0))" } ?? "")
    }
  }

  @Test(arguments: [
    ("<", [true, false, false]), ("<=", [true, true, false]), (">", [false, false, true]),
    (">=", [false, true, true]),
  ])
  func `an age is compared with a duration`(relation: String, expected: [Bool]) throws {
    let ages = [59, 60, 61].map { Duration.seconds($0) }
    try expectEqual(ages.map { try passes("a.age \(relation) 1m", age: $0) }, expected)
    try expectEqual(ages.map { try !passes("!(a.age \(relation) 60s)", age: $0) }, expected)
    try expectEqual(ages.map { try passes("a.age \(relation) b.age", age: $0) }, expected)
    // `1m < a.age` is `a.age > 1m`.
    try expectEqual(ages.map { try passes("1m \(relation) a.age", age: $0) }, expected.reversed())
  }

  @Test(arguments: ["30s", "0s", "1h30m", "500ms", "1h2m3s4ms"])
  func `durations are those of boards`(text: String) throws {
    #expect(try passes("a.age >= \(text)", age: .seconds(7200)))
    #expect(try !passes("a.age < \(text)", age: .seconds(7200)))
  }

  @Test(arguments: ["a.age < 1h", "!(a.age < 1h)", "a.age >= 1h", "1h > a.age", "a.age < b.age"])
  func `an unknown age does not pass`(text: String) throws {
    #expect(try !passes(text, age: nil))
  }

  @Test func `a verdict names the age`() throws {
    var test = ActionFacts.succeeded()
    test.age = .seconds(3600)
    let verdict = try Guard("test.succeeded && !(test.age >= 1h)").evaluate(Facts(["test": test]))
    #expect(verdict.description == "needs test.age < 1h")
  }

  @Test func `a comparison changes at its threshold`() throws {
    let guarded = try Guard("a.age < 1h && (30s <= b.age || !(a.age <= 2s)) && c.age > 5s && 1m >= d.age")
    #expect(
      guarded.ageThresholds == [
        AgeThreshold(action: "a", age: .seconds(3600)), AgeThreshold(action: "b", age: .seconds(30)),
        AgeThreshold(action: "a", age: .seconds(2) + .nanoseconds(1)),
        AgeThreshold(action: "c", age: .seconds(5) + .nanoseconds(1)),
        AgeThreshold(action: "d", age: .seconds(60) + .nanoseconds(1)),
      ])
    for threshold in guarded.ageThresholds {
      for relation in ["<", "<=", ">", ">="] {
        let text = "a.age \(relation) \(threshold.age / .milliseconds(1) >= 30_000 ? "1h" : "2s")"
        let own = try #require(try Guard(text).ageThresholds.first).age
        #expect(try passes(text, age: own) != passes(text, age: own - .nanoseconds(1)))
        try expectEqual(passes(text, age: own), passes(text, age: .seconds(100_000)))
      }
    }
    try expectEqual(Guard("a.age < b.age && a.succeeded && a.value > 5").ageThresholds, [])
  }

  @Test(arguments: [
    ("a.age", "0: `a.age` must be compared with a duration (for instance `a.age < 1h`)"),
    (
      "a.age == 1h",
      "0: `a.age` grows all the time and cannot be compared by `==` (use `<`, `<=`, `>` or `>=`)"
    ),
    (
      "1h != a.age",
      "0: `a.age` grows all the time and cannot be compared by `!=` (use `<`, `<=`, `>` or `>=`)"
    ),
    (
      "a.age == b.age",
      "0: `a.age` grows all the time and cannot be compared by `==` (use `<`, `<=`, `>` or `>=`)"
    ),
    (
      "a.age < 60",
      "0: `a.age` is a duration and cannot be compared with the number `60` "
        + "(a duration has units and no quotes: `a.age < 60s`)"
    ),
    (
      "b.idle && '1 hour' > a.age",
      "10: `a.age` is a duration and cannot be compared with the text `1 hour` "
        + "(a duration has units and no quotes: `a.age < 1h`)"
    ),
    (
      "a.age < b.value",
      "0: `a.age` is a duration and cannot be compared with `b.value` "
        + "(only ages are compared with durations: `a.age < 1h`)"
    ),
    (
      "b.progress < a.age",
      "0: `a.age` is a duration and cannot be compared with `b.progress` "
        + "(only ages are compared with durations: `a.age < 1h`)"
    ),
    (
      "a.value < 1h",
      "0: `1h` is a duration and cannot be compared with `a.value` "
        + "(only ages are compared with durations: `test.age < 1h`)"
    ),
    (
      "a.progress == 1h",
      "0: `1h` is a duration and cannot be compared with `a.progress` "
        + "(only ages are compared with durations: `test.age < 1h`)"
    ),
    (
      "a.running < 1h",
      "0: `a.running` is true or false and cannot be compared (write `a.running` or `!a.running`)"
    ),
    ("1h < 2h", "0: a comparison of two constants"),
    ("5m && a.idle", "0: `5m` is not a condition"),
    ("a.age < 5min", "8: `5min` is not a duration (did you mean `5m`?)"),
    ("a.age < 1h 30m", "11: unexpected `30m` (did you mean `1h30m`?)"),
    ("a.age < 30m 1h", "12: unexpected `1h`"),
  ])
  func `mistakes have locations and hints`(text: String, expected: String) {
    #expect(mistakesOfGuard(text) == [expected])
  }

  @Test func `a mistake has its line and column in the board`() {
    #expect(
      mistakes(inAction: "a: {run: x, enabled-if: a.succeeded && a.age < 60}") == [
        "2:42: `a.age` is a duration and cannot be compared with the number `60`"
          + " | a duration has units and no quotes: `a.age < 60s`"
      ])
  }
}
