import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct GuardTests {
  /// `t` succeeded, `f` failed, all facts about `u` are unknown.
  private let facts = Facts(["t": .succeeded(), "f": .failed, "u": .unknown])

  private func passes(_ text: String) throws -> Bool {
    try Guard(text).evaluate(facts).isPassing
  }

  @Test func `an absent guard always passes`() {
    #expect(Guard.always.evaluate(Facts()) == .passes)
    #expect(Guard.always.references.isEmpty)
  }

  @Test(arguments: [
    ("b.running", [false, true, false, false]),
    ("b.succeeded", [false, false, true, false]),
    ("b.failed", [false, false, false, true]),
    ("b.idle", [true, false, false, false]),
    ("b.enabled", [false, false, true, false]),
    ("!b.running", [true, false, true, true]),
  ])
  func `guards read the properties of an action`(text: String, expected: [Bool]) throws {
    let states: [ActionFacts] = [.idle, .running(), .succeeded(), .failed]

    let results = try states.map { try Guard(text).evaluate(Facts(["b": $0])).isPassing }

    #expect(results == expected)
  }

  @Test func `guards read the state of the panel`() throws {
    var facts = Facts()
    facts.networkIsBusy = true

    try expectEqual(Guard("network.busy && !errors.any").evaluate(facts), .passes)
    try expectEqual(Guard("!network.busy || errors.any").evaluate(facts).isPassing, false)
  }

  @Test(arguments: [
    ("t.succeeded && t.succeeded", true), ("t.succeeded && f.succeeded", false),
    ("f.succeeded && t.succeeded", false), ("f.succeeded && f.succeeded", false),
    ("t.succeeded || t.succeeded", true), ("t.succeeded || f.succeeded", true),
    ("f.succeeded || t.succeeded", true), ("f.succeeded || f.succeeded", false),
    ("!t.succeeded", false), ("!f.succeeded", true), ("!!t.succeeded", true), ("!!!t.succeeded", false),
  ])
  func `guards combine two values`(text: String, expected: Bool) throws {
    try expectEqual(passes(text), expected)
  }

  @Test(arguments: [
    ("u.succeeded", false), ("!u.succeeded", false), ("!!u.succeeded", false),
    ("u.succeeded && t.succeeded", false), ("u.succeeded && f.succeeded", false),
    ("u.succeeded || t.succeeded", true), ("u.succeeded || f.succeeded", false),
    ("!(u.succeeded && t.succeeded)", false), ("!(u.succeeded && f.succeeded)", true),
    ("!(u.succeeded || t.succeeded)", false), ("!(u.succeeded || f.succeeded)", false),
    ("u.succeeded || !u.succeeded", false), ("!(u.succeeded && !u.succeeded)", false),
    ("u.value == 'x'", false), ("!(u.value == 'x')", false), ("u.progress < 50", false),
    ("!(u.progress < 50)", false),
    ("absent.running", false), ("!absent.running", false),
  ])
  func `unknown facts do not pass`(text: String, expected: Bool) throws {
    try expectEqual(passes(text), expected)
  }

  @Test(arguments: [
    // `&&` binds more tightly than `||`, and `!` most tightly.
    ("t.succeeded || t.succeeded && f.succeeded", true),
    ("(t.succeeded || t.succeeded) && f.succeeded", false),
    ("f.succeeded && f.succeeded || t.succeeded", true),
    ("f.succeeded && (f.succeeded || t.succeeded)", false),
    ("!f.succeeded && f.succeeded", false), ("!(f.succeeded && f.succeeded)", true),
    ("!f.value == 'x' || t.succeeded", true),
  ])
  func precedence(text: String, expected: Bool) throws {
    try expectEqual(passes(text), expected)
  }

  @Test func `a blocked guard names the missing facts`() throws {
    let facts = Facts(["build": .idle, "deploy": .running(), "api": .succeeded(), "a": .idle, "b": .failed])

    func verdict(_ text: String) throws -> String { try Guard(text).evaluate(facts).description }

    try expectEqual(verdict("build.succeeded"), "needs build.succeeded")
    try expectEqual(verdict("!deploy.running"), "needs not deploy.running")
    try expectEqual(
      verdict("build.succeeded && api.succeeded && !deploy.running"),
      "needs build.succeeded and not deploy.running")
    try expectEqual(verdict("a.succeeded || b.succeeded"), "needs a.succeeded or b.succeeded")
    try expectEqual(
      verdict("(a.succeeded || b.succeeded) && build.succeeded"),
      "needs (a.succeeded or b.succeeded) and build.succeeded")
    try expectEqual(
      verdict("(api.succeeded && a.succeeded) || (a.failed && a.running)"),
      "needs a.succeeded or (a.failed and a.running)")
    try expectEqual(
      verdict("!(deploy.running || api.succeeded)"), "needs not deploy.running and not api.succeeded")
    try expectEqual(
      verdict("!(deploy.running && api.succeeded)"), "needs not deploy.running or not api.succeeded")
    try expectEqual(verdict("deploy.progress >= 50"), "needs deploy.progress >= 50")
    try expectEqual(verdict("!(api.value != 'ok')"), "needs api.value == \"ok\"")
    try expectEqual(verdict("a.succeeded && (a.succeeded && a.succeeded)"), "needs a.succeeded")
    try expectEqual(verdict("api.succeeded"), "passes")
  }

  @Test func `the parts of a verdict are separate`() throws {
    let text = "build.succeeded && (a.running || b.running) && !c.idle"

    let verdict = try Guard(text).evaluate(Facts(["c": .idle]))

    #expect(verdict == .blocked(by: ["build.succeeded", "(a.running or b.running)", "not c.idle"]))
  }

  @Test(arguments: [
    ("a.running", ["a"]), ("a.ready && b.succeeded", ["a", "b"]), ("a.ended || a.failed", ["a"]),
    ("a.fresh && (b.ready || a.running)", ["a", "b"]), ("!a.running && !b.ready", []),
    ("!(a.failed || !b.ended)", ["b"]), ("a.failed || a.idle || a.enabled || a.asks", []),
    ("!a.idle && !a.failed", []), ("a.age < 1h && b.progress > 50 && c.age > d.age", ["a", "b", "c", "d"]),
    ("network.busy && !errors.any", []),
  ])
  func `what is started so that it holds is what must run, or must have ended well`(
    text: String, actions: [String]
  ) throws {
    try expectEqual(Guard(text).startedActions, actions)
  }

  @Test func `references are the facts, each once`() throws {
    let guarded = try Guard("b.running || !(a.value == 'x' && b.running) || errors.any && 50 < a.progress")

    #expect(
      guarded.references == [
        .action("b", .running), .action("a", .value), .hasErrors, .action("a", .progress),
      ])
  }

  @Test func `guards are equal if they mean the same`() throws {
    try expectEqual(Guard("a.running&&!b.idle"), Guard(" a.running  &&  ! b.idle "))
    try expectEqual(Guard("!(a.running || b.idle)"), Guard("!a.running && !b.idle"))
    #expect(try Guard("a.running") != Guard("!a.running"))
    try expectEqual(Guard("a.running").text, "a.running")
  }

  @Test func `all mistakes are thrown`() {
    #expect(
      throws: GuardError.self
    ) { try Guard("build && a.colour") }
  }
}
