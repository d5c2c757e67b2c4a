import TestSupport
import Testing

@testable import Board

/// What follows from each part of a guard.
@Suite(.timeLimit(.minutes(15))) struct GuardPlanTests {
  /// The moment of a board: each action is a name with its guard and what it does.
  private struct Moment {
    var actions: [String: PlannedAction] = [:]
    var others: [String: ActionFacts] = [:]
    var networkIsBusy = false
    var errors: [PlannedError] = []

    mutating func add(
      _ id: String, _ needs: String = "", _ kind: PlannedAction.Kind = .command, question: String? = nil,
      needsInput: Bool = false, as change: (inout ActionFacts) -> Void = { _ in }
    ) throws {
      var facts = ActionFacts()
      change(&facts)
      actions[id] = PlannedAction(
        id: id, guarded: needs.isEmpty ? .always : try Guard(needs), kind: kind, question: question,
        needsInput: needsInput,
        facts: facts)
    }

    func plan(_ target: String = "deploy", only: Set<String>? = nil) throws -> GuardPlan {
      let moment = try #require(
        PlanMoment(
          of: target, networkIsBusy: networkIsBusy, errors: errors, other: { others[$0] },
          read: { actions[$0] }))
      return GuardPlan.derive(moment, onlyPressing: only)
    }

    /// The steps in short: "build", "test<1", "wait end lint".
    func steps(_ target: String = "deploy") throws -> [String]? {
      try plan(target).steps?.map { step in
        let after = step.after.isEmpty ? "" : "<" + step.after.map(String.init).joined(separator: ",")
        return switch step.task {
        case .press(let id): id + after
        case .end(let id): "end \(id)"
        case .ready(let id): "ready \(id)"
        case .beat(let id): "beat \(id)" + after
        case .age(let id, let age): "age \(id) \(age.components.seconds)" + after
        case .other(let id): "other \(id)"
        case .network: "network"
        case .errors: "errors"
        }
      }
    }
  }

  private func steps(_ needs: String, _ build: (inout Moment) throws -> Void) throws -> [String]? {
    var moment = Moment()
    try moment.add("deploy", needs)
    try build(&moment)
    return try moment.steps()
  }

  private static func succeeded(_ facts: inout ActionFacts) {
    (facts.isIdle, facts.hasSucceeded, facts.age) = (false, true, .seconds(60))
  }

  private static func failed(_ facts: inout ActionFacts) {
    (facts.isIdle, facts.hasFailed, facts.age) = (false, true, .seconds(60))
  }

  private static func running(_ facts: inout ActionFacts) { (facts.isIdle, facts.isRunning) = (false, true) }

  @Test(
    arguments: [
      ("x.succeeded", ["x"]), ("!x.failed", []), ("!x.idle", ["x"]), ("x.enabled", []), ("x.age < 1h", ["x"]),
      ("x.age >= 1h", ["x", "age x 3600<1"]), ("x.value == 3", ["x"]), ("!x.running", []),
    ] as [(String, [String])])
  func `a command that has never run`(part: String, expected: [String]) throws {
    let needs = part.hasPrefix("!") ? "\(part) && true.succeeded" : part
    let found = try steps(needs) { moment in
      try moment.add("x") { $0.isEnabled = true }
      try moment.add("true", "", as: Self.succeeded)
    }
    #expect(found == expected)
  }

  @Test(arguments: ["x.running", "x.failed", "x.asks", "!x.enabled", "x.value == y.value && y.failed"])
  func `what only a person can do`(part: String) throws {
    var moment = Moment()
    try moment.add("deploy", part)
    try moment.add("x") { $0.isEnabled = true }
    try moment.add("y")
    let plan = try moment.plan()
    #expect(plan.steps == nil)
    #expect(!plan.people.isEmpty && !plan.missing.isEmpty, "\(plan)")
  }

  @Test func `a failed command is run again, and one that runs is waited for`() throws {
    try expectEqual(steps("!x.failed") { try $0.add("x", "", as: Self.failed) }, ["x"])
    try expectEqual(steps("x.succeeded") { try $0.add("x", "", as: Self.running) }, ["end x"])
    try expectEqual(steps("!x.running") { try $0.add("x", "", as: Self.running) }, ["end x"])
  }

  @Test func `services are started and waited for, and never stopped`() throws {
    try expectEqual(steps("db.ready") { try $0.add("db", "", .service) }, ["db"])
    try expectEqual(steps("db.ready") { try $0.add("db", "", .service, as: Self.running) }, ["ready db"])
    try expectEqual(steps("!db.running") { try $0.add("db", "", .service, as: Self.running) }, nil)
    try expectEqual(steps("db.succeeded") { try $0.add("db", "", .service) }, nil)
  }

  @Test func `commands come before the services that would close their way`() throws {
    let found = try steps("db.ready && migrate.succeeded") { moment in
      try moment.add("db", "", .service)
      try moment.add("migrate", "!db.running")
    }
    #expect(found == ["migrate", "db<1"])
  }

  @Test func `commands come before services in guards of many parts, too`() throws {
    let names = (1...13).map { "p\($0)" }
    let needs = (["db.ready", "migrate.succeeded"] + names.map { "\($0).succeeded" })
      .joined(separator: " && ")
    let found = try steps(needs) { moment in
      try moment.add("db", "", .service)
      try moment.add("migrate", "!db.running")
      for name in names { try moment.add(name) }
    }
    #expect(found == ["migrate"] + names + ["db<1"])
  }

  @Test func `a part that a step ends is made to hold again`() throws {
    let found = try steps("b.succeeded && a.age <= b.age") { moment in
      try moment.add("a", "", as: Self.succeeded)
      try moment.add("b") { ($0.isIdle, $0.hasFailed, $0.age) = (false, true, .seconds(90)) }
    }
    #expect(found == ["b", "a<1"])
  }

  @Test func `nothing is started twice, and nothing without need`() throws {
    let twice = try steps("a.age <= b.age") { moment in
      try moment.add("a")
      try moment.add("b", "a.succeeded")
    }
    #expect(twice == nil)
    let needed = try steps("(a.succeeded || c.succeeded) && d.succeeded") { moment in
      for id in ["a", "c"] { try moment.add(id) }
      try moment.add("d", "c.succeeded")
    }
    #expect(needed == ["c", "d<1"])
  }

  @Test func `steps follow from guards of guards, and what does not depend on each other has no order`()
    throws
  {
    let found = try steps("test.succeeded && lint.succeeded && !migrate.running") { moment in
      try moment.add("build")
      try moment.add("test", "build.succeeded")
      try moment.add("lint")
      try moment.add("migrate", "", as: Self.running)
    }
    #expect(found == ["end migrate", "build", "test<2", "lint"])
  }

  @Test func `the branch with the fewest questions and presses is taken, then the next one`() throws {
    let needs = "(a.succeeded && b.succeeded) || c.succeeded || d.succeeded"
    func build(_ moment: inout Moment) throws {
      for id in ["a", "b", "d"] { try moment.add(id) }
      try moment.add("c", "", question: "Really?")
    }
    try expectEqual(steps(needs, build), ["d"])
    let withoutD = try steps(needs) { moment in
      try build(&moment)
      try moment.add("d", "", needsInput: true)
    }
    #expect(withoutD == ["a", "b"])
  }

  @Test func `ages order what is compared, and young results come last`() throws {
    let compared = try steps("test.age <= build.age") { moment in
      try moment.add("build")
      try moment.add("test")
    }
    #expect(compared == ["build", "test<1"])
    let young = try steps("test.age < 10s && build.succeeded") { moment in
      try moment.add("build")
      try moment.add("test", "", as: Self.succeeded)
    }
    #expect(young == ["build", "test<1"])
  }

  @Test func `probes come after what is started, and are waited for if they repeat`() throws {
    func build(_ moment: inout Moment) throws {
      try moment.add("db", "", .service)
      try moment.add("ping", "", .probe)
    }
    try expectEqual(steps("ping.succeeded && db.ready", build), ["db", "ping<1"])
    let repeated = try steps("ping.succeeded && db.ready") { moment in
      try build(&moment)
      moment.actions["ping"]?.repeats = true
    }
    #expect(repeated == ["db", "beat ping<1"])
  }

  @Test func `requests, errors and other boards are waited for`() throws {
    try expectEqual(steps("!network.busy") { $0.networkIsBusy = true }, ["network"])
    let afterRequests = try steps("x.succeeded") { moment in
      try moment.add("x", "!network.busy")
      moment.networkIsBusy = true
    }
    #expect(afterRequests == ["network", "x<1"])
    try expectEqual(
      steps("!errors.any") { $0.errors = [PlannedError(action: nil, expires: true)] }, ["errors"])
    try expectEqual(steps("!errors.any") { $0.errors = [PlannedError(action: nil, expires: false)] }, nil)
    let ofStep = try steps("!errors.any && x.succeeded") { moment in
      try moment.add("x", "", as: Self.failed)
      moment.errors = [PlannedError(action: "x", expires: false)]
    }
    #expect(ofStep == ["x"])
    let other = try steps("!ops/x.running") { moment in
      var facts = ActionFacts()
      facts.isRunning = true
      moment.others["ops/x"] = facts
    }
    #expect(other == ["other ops/x"])
    try expectEqual(steps("ops/x.succeeded") { $0.others["ops/x"] = ActionFacts() }, nil)
  }

  @Test func `actions that need each other are named`() throws {
    var moment = Moment()
    try moment.add("deploy", "build.succeeded")
    try moment.add("build", "test.succeeded")
    try moment.add("test", "build.succeeded")
    let plan = try moment.plan()
    #expect(plan.steps == nil)
    #expect(plan.circle == ["build", "test", "build"])
  }

  @Test func `the target is no step, and only allowed actions are`() throws {
    var moment = Moment()
    try moment.add("deploy", "build.succeeded || lint.succeeded")
    try moment.add("build", "!deploy.idle")
    try moment.add("lint", "tidy.succeeded")
    try moment.add("tidy")
    try expectEqual(moment.steps(), ["tidy", "lint<1"])
    try expectEqual(moment.plan(only: ["lint"]).steps, nil)
  }

  @Test func `a digest belongs to what is started and asked, and not to its order`() throws {
    var moment = Moment()
    try moment.add("deploy", "a.succeeded && b.succeeded")
    try moment.add("a")
    try moment.add("b")
    let digest = try moment.plan().digest
    try moment.add("deploy", "b.succeeded && a.succeeded")
    try expectEqual(moment.plan().digest, digest)
    try moment.add("b", "", question: "Sure?")
    #expect(try moment.plan().digest != digest)
  }

  @Test func `long chains and wide guards are planned`() throws {
    let count = 3_000
    var chain = Moment()
    try chain.add("deploy", "a\(count).succeeded")
    for index in 1...count { try chain.add("a\(index)", index == 1 ? "" : "a\(index - 1).succeeded") }
    try expectEqual(chain.plan().presses.count, count)

    var wide = Moment()
    try wide.add("deploy", (1...1_000).map { "a\($0).succeeded" }.joined(separator: " && "))
    for index in 1...1_000 { try wide.add("a\(index)") }
    try expectEqual(wide.plan().presses.count, 1_000)

    var choice = Moment()
    try choice.add("deploy", (1...4_000).map { "a\($0).succeeded" }.joined(separator: " || "))
    for index in 1...4_000 { try choice.add("a\(index)", index < 4_000 ? "gate.failed" : "") }
    try choice.add("gate")
    try expectEqual(choice.plan().presses, ["a4000"])

    // Each of ten actions in a layer needs all of the layer before.
    var layers = Moment()
    for layer in 0..<40 {
      let needs = layer == 0 ? "" : (0..<10).map { "l\(layer - 1)x\($0).succeeded" }.joined(separator: " && ")
      for index in 0..<10 { try layers.add("l\(layer)x\(index)", needs) }
    }
    try layers.add("deploy", "l39x0.succeeded")
    try expectEqual(layers.plan().presses.count, 391)
  }

  /// A guard has at most 100,000 characters.
  @Test func `the longest guards are planned, or it is said what they lack`() throws {
    let count = 5_200
    let choice = { (property: String) in (1...count).map { "a\($0).\(property)" }.joined(separator: " || ") }
    for (needs, presses, people) in [
      (choice("succeeded"), 1, 0), (choice("failed"), 0, count),
      // Each branch would do, and then there is no way to the other part.
      ("(\(choice("succeeded"))) && !c.succeeded && d.succeeded", 0, 0),
    ] {
      var moment = Moment()
      try moment.add("deploy", needs)
      for index in 1...count { try moment.add("a\(index)") }
      try moment.add("c")
      try moment.add("d", "c.succeeded")
      let plan = try moment.plan()
      #expect(needs.utf8.count > 80_000 && needs.utf8.count <= 100_000)
      #expect(plan.presses.count == presses && plan.people.count == people)
      #expect(plan.missing.isEmpty == (presses > 0))
    }
  }
}
