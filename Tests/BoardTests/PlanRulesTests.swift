import Testing

@testable import Board

/// What a plan does next, rule by rule.
@Suite(.timeLimit(.minutes(15))) struct PlanRulesTests {
  private var actions: [String: PlannedAction] = [:]

  private mutating func add(_ id: String, _ needs: String = "", question: String? = nil) throws {
    var facts = ActionFacts()
    (facts.isIdle, facts.isRunning, facts.hasSucceeded, facts.hasFailed) = (true, false, false, false)
    actions[id] = PlannedAction(
      id: id, guarded: needs.isEmpty ? .always : try Guard(needs), question: question, facts: facts)
  }

  private var moment: PlanMoment? { PlanMoment(of: "deploy") { actions[$0] } }

  private func begin() throws -> PlanProgress { PlanProgress(GuardPlan.derive(try #require(moment))) }

  /// Starts what the plan orders, and returns it.
  private mutating func advance(_ progress: inout PlanProgress) throws -> [PlanProgress.Order] {
    let orders = progress.advance(try #require(moment))
    for case .press(let id) in orders {
      progress.pressed(id)
      change(id) { ($0.isRunning, $0.isIdle, $0.hasFailed, $0.hasSucceeded) = (true, false, false, false) }
    }
    return orders
  }

  private mutating func change(_ id: String, _ body: (inout ActionFacts) -> Void) {
    if var action = actions[id] {
      body(&action.facts)
      actions[id] = action
    }
  }

  private mutating func end(_ id: String, succeeds: Bool = true, _ progress: inout PlanProgress) {
    change(id) { ($0.isRunning, $0.hasSucceeded, $0.hasFailed) = (false, succeeds, !succeeds) }
    progress.ended(id)
  }

  @Test mutating func `at most four commands run at a time`() throws {
    let names = (1...6).map { "a\($0)" }
    try add("deploy", names.map { "\($0).succeeded" }.joined(separator: " && "))
    for name in names { try add(name) }
    var progress = try begin()
    #expect(try advance(&progress) == names.prefix(4).map { .press($0) })
    #expect(try advance(&progress) == [])
    end("a2", &progress)
    #expect(try advance(&progress) == [.press("a5")])
  }

  @Test mutating func `a question that was not shown stops a plan`() throws {
    try add("deploy", "build.succeeded && test.succeeded")
    try add("build")
    try add("test", "build.succeeded")
    var progress = try begin()
    #expect(try advance(&progress) == [.press("build")])
    var other = progress
    try add("test", "build.succeeded", question: "Really test?")
    #expect(try advance(&progress) == [])
    #expect(progress.stop == .boardChanged)
    try add("test", "build.succeeded")
    try add("deploy", "build.succeeded && test.succeeded", question: "Really deploy?")
    #expect(try advance(&other) == [])
    #expect(other.stop == .boardChanged)
  }

  @Test mutating func `a success is waited for until it is known whether it counts`() throws {
    try add("deploy", "build.succeeded")
    try add("build")
    var progress = try begin()
    #expect(try advance(&progress) == [.press("build")])
    end("build", &progress)
    change("build") { $0.hasSucceeded = nil }
    actions["build"]?.hasUnknownResult = true
    #expect(try advance(&progress) == [])
    #expect(progress.stop == nil)
    actions["build"]?.hasUnknownResult = false
    var stale = progress
    #expect(try advance(&stale) == [])
    #expect(stale.stop == .failed(action: "build", part: "build.succeeded"))
    change("build") { $0.hasSucceeded = true }
    #expect(try advance(&progress) == [.start])
    // So it is if its inputs are read again later.
    change("build") { $0.hasSucceeded = nil }
    actions["build"]?.hasUnknownResult = true
    #expect(try advance(&progress) == [])
    #expect(progress.stop == nil)
  }

  @Test mutating func `questions are asked when they are due`() throws {
    try add("deploy", "build.succeeded", question: "Deploy?")
    try add("build", "", question: "Build?")
    var progress = try begin()
    #expect(try advance(&progress) == [])
    #expect(progress.entries.map(\.state) == [.asking] && !progress.asksForTarget)
    progress.answer("build", "Build?")
    #expect(try advance(&progress) == [.press("build")])
    end("build", &progress)
    #expect(try advance(&progress) == [])
    #expect(progress.asksForTarget)
    progress.answer("deploy", "Deploy?")
    #expect(try advance(&progress) == [.start])
  }

  @Test mutating func `a failure stops a plan, and what it has started is not started again`() throws {
    try add("deploy", "!lint.failed && build.succeeded")
    try add("lint")
    try add("build")
    change("lint") { ($0.hasFailed, $0.isIdle) = (true, false) }
    var progress = try begin()
    #expect(Set(try advance(&progress).map { "\($0)" }) == ["press(\"lint\")", "press(\"build\")"])
    end("build", &progress)
    // The guard holds only because lint runs.
    #expect(try advance(&progress) == [])
    end("lint", succeeds: false, &progress)
    #expect(try advance(&progress) == [])
    #expect(progress.stop == .failed(action: "lint", part: "not lint.failed"))
  }

  @Test mutating func `what others have undone is not done again`() throws {
    try add("deploy", "build.succeeded && test.succeeded")
    try add("build")
    try add("test", "build.succeeded")
    var progress = try begin()
    #expect(try advance(&progress) == [.press("build")])
    end("build", &progress)
    #expect(try advance(&progress) == [.press("test")])
    // Somebody else has built, and that has failed.
    change("build") { ($0.hasSucceeded, $0.hasFailed) = (false, true) }
    #expect(try advance(&progress) == [])
    #expect(progress.stop == .hopeless(missing: ["build.succeeded"]))
  }

  @Test mutating func `an end that is not reported yet is waited for`() throws {
    try add("deploy", "test.succeeded")
    try add("build")
    try add("test", "build.succeeded")
    change("build") { ($0.hasSucceeded, $0.isIdle) = (true, false) }
    var progress = try begin()
    #expect(try advance(&progress) == [.press("test")])
    // What it was made from is stale by now, so that it could not be started again.
    change("build") { $0.hasSucceeded = nil }
    change("test") { ($0.isRunning, $0.hasSucceeded) = (false, nil) }
    #expect(try advance(&progress) == [])
    #expect(progress.stop == nil)
    progress.ended("test")
    #expect(try advance(&progress) == [])
    #expect(progress.stop == .failed(action: "test", part: "test.succeeded"))
  }
}
