import TestSupport
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
    let orders = progress.advanceAndDerive(try #require(moment))
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
    try expectEqual(advance(&progress), names.prefix(4).map { .press($0) })
    try expectEqual(advance(&progress), [])
    end("a2", &progress)
    try expectEqual(advance(&progress), [.press("a5")])
  }

  @Test mutating func `a question that was not shown stops a plan`() throws {
    try add("deploy", "build.succeeded && test.succeeded")
    try add("build")
    try add("test", "build.succeeded")
    var progress = try begin()
    try expectEqual(advance(&progress), [.press("build")])
    var other = progress
    try add("test", "build.succeeded", question: "Really test?")
    try expectEqual(advance(&progress), [])
    #expect(progress.stop == .boardChanged)
    try add("test", "build.succeeded")
    try add("deploy", "build.succeeded && test.succeeded", question: "Really deploy?")
    try expectEqual(advance(&other), [])
    #expect(other.stop == .boardChanged)
  }

  @Test mutating func `a success is waited for until it is known whether it counts`() throws {
    try add("deploy", "build.succeeded")
    try add("build")
    var progress = try begin()
    try expectEqual(advance(&progress), [.press("build")])
    end("build", &progress)
    change("build") { $0.hasSucceeded = nil }
    actions["build"]?.hasUnknownResult = true
    try expectEqual(advance(&progress), [])
    #expect(progress.stop == nil)
    actions["build"]?.hasUnknownResult = false
    var stale = progress
    try expectEqual(advance(&stale), [])
    #expect(stale.stop == .failed(action: "build", part: "build.succeeded"))
    change("build") { $0.hasSucceeded = true }
    try expectEqual(advance(&progress), [.start])
    // So it is if its inputs are read again later.
    change("build") { $0.hasSucceeded = nil }
    actions["build"]?.hasUnknownResult = true
    try expectEqual(advance(&progress), [])
    #expect(progress.stop == nil)
  }

  @Test mutating func `questions are asked when they are due`() throws {
    try add("deploy", "build.succeeded", question: "Deploy?")
    try add("build", "", question: "Build?")
    var progress = try begin()
    try expectEqual(advance(&progress), [])
    #expect(progress.entries.map(\.state) == [.asking] && !progress.asksForTarget)
    progress.answer("build", "Build?")
    try expectEqual(advance(&progress), [.press("build")])
    end("build", &progress)
    try expectEqual(advance(&progress), [])
    #expect(progress.asksForTarget)
    progress.answer("deploy", "Deploy?")
    try expectEqual(advance(&progress), [.start])
  }

  @Test mutating func `a failure stops a plan, and what it has started is not started again`() throws {
    try add("deploy", "!lint.failed && build.succeeded")
    try add("lint")
    try add("build")
    change("lint") { ($0.hasFailed, $0.isIdle) = (true, false) }
    var progress = try begin()
    try expectEqual(Set(advance(&progress).map { "\($0)" }), ["press(\"lint\")", "press(\"build\")"])
    end("build", &progress)
    // The guard holds only because lint runs.
    try expectEqual(advance(&progress), [])
    end("lint", succeeds: false, &progress)
    try expectEqual(advance(&progress), [])
    #expect(progress.stop == .failed(action: "lint", part: "not lint.failed"))
  }

  @Test mutating func `what others have undone is not done again`() throws {
    try add("deploy", "build.succeeded && test.succeeded")
    try add("build")
    try add("test", "build.succeeded")
    var progress = try begin()
    try expectEqual(advance(&progress), [.press("build")])
    end("build", &progress)
    try expectEqual(advance(&progress), [.press("test")])
    // Somebody else has built, and that has failed.
    change("build") { ($0.hasSucceeded, $0.hasFailed) = (false, true) }
    try expectEqual(advance(&progress), [])
    #expect(progress.stop == nil && progress.derivations == 0, "it may have built again until test has ended")
    end("test", &progress)
    try expectEqual(advance(&progress), [])
    #expect(progress.stop == .hopeless(missing: ["build.succeeded"]))
  }

  @Test mutating func `an end that is not reported yet is waited for`() throws {
    try add("deploy", "test.succeeded")
    try add("build")
    try add("test", "build.succeeded")
    change("build") { ($0.hasSucceeded, $0.isIdle) = (true, false) }
    var progress = try begin()
    try expectEqual(advance(&progress), [.press("test")])
    // What it was made from is stale by now, so that it could not be started again.
    change("build") { $0.hasSucceeded = nil }
    change("test") { ($0.isRunning, $0.hasSucceeded) = (false, nil) }
    try expectEqual(advance(&progress), [])
    #expect(progress.stop == nil)
    progress.ended("test")
    try expectEqual(advance(&progress), [])
    #expect(progress.stop == .failed(action: "test", part: "test.succeeded"))
  }

  // MARK: Derived again

  /// A plan whose steps lead to the target no more, since its board has changed.
  private mutating func disturbed() throws -> PlanProgress {
    try add("deploy", "test.succeeded")
    try add("one")
    try add("two")
    try add("test", "one.succeeded && two.succeeded")
    let progress = try begin()
    try add("test", "one.succeeded && !two.failed && two.idle")
    return progress
  }

  @Test mutating func `what is derived is taken if it holds when it is there`() throws {
    var progress = try disturbed()
    let before = try #require(moment)
    #expect(progress.advance(before) == [] && progress.needsDerivation)
    let derived = DerivedPlan(before, onlyPressing: progress.mayPress)
    #expect(derived.plan.presses == ["one", "test"] && derived.holds(at: before))
    var late = progress
    #expect(progress.advance(before, taking: derived) == [.press("one")])
    #expect(progress.derivations == 1 && !progress.needsDerivation)
    // Somebody has started what must be idle.
    change("two") { ($0.isIdle, $0.hasSucceeded) = (false, true) }
    let after = try #require(moment)
    #expect(!derived.holds(at: after))
    #expect(late.advance(after, taking: derived) == [] && late.needsDerivation)
    #expect(late.derivations == 0 && late.stop == nil)
  }

  @Test mutating func `what was derived before a start does not start it again`() throws {
    var progress = try disturbed()
    let derived = DerivedPlan(try #require(moment), onlyPressing: progress.mayPress)
    progress.pressed("one")
    progress.ended("one")
    change("one") { ($0.isIdle, $0.hasSucceeded) = (false, true) }
    let after = try #require(moment)
    #expect(derived.holds(at: after))
    #expect(progress.advance(after, taking: derived) == [] && progress.needsDerivation)
    try expectEqual(advance(&progress), [.press("test")])
  }

  @Test mutating func `a verdict that nothing leads to the target is taken of the same facts only`() throws {
    try add("deploy", "build.succeeded && gate.ready")
    try add("build")
    try add("gate")
    let hopeless = DerivedPlan(try #require(moment))
    #expect(hopeless.plan.steps == nil)
    #expect(hopeless.holds(at: try #require(moment)))
    // Values and progress change at any time, and count in comparisons only.
    change("gate") { ($0.value, $0.progress) = ("1", 0.5) }
    #expect(!hopeless.holds(at: try #require(moment)), "there was no value before")
    let known = DerivedPlan(try #require(moment))
    change("gate") { ($0.value, $0.progress) = ("2", 0.6) }
    #expect(known.holds(at: try #require(moment)))
    change("gate") { $0.isReady = true }
    #expect(!known.holds(at: try #require(moment)))
  }

  @Test mutating func `time that passes is no other fact, and a newer result is one`() throws {
    try add("deploy", "build.succeeded && gate.ready")
    try add("build")
    try add("gate")
    change("build") { $0.age = .seconds(5) }
    func moment(at time: Duration) throws -> PlanMoment {
      try #require(PlanMoment(of: "deploy", at: time) { actions[$0] })
    }
    let hopeless = DerivedPlan(try moment(at: .seconds(10)))
    change("build") { $0.age = .seconds(7) }
    #expect(hopeless.holds(at: try moment(at: .seconds(12))))
    change("build") { $0.age = .seconds(1) }
    #expect(!hopeless.holds(at: try moment(at: .seconds(12))))
  }

  @Test mutating func `what another question belongs to, or needs an input by now, is not taken`() throws {
    try add("deploy", "build.succeeded")
    try add("build")
    let derived = DerivedPlan(try #require(moment))
    #expect(derived.holds(at: try #require(moment)))
    try add("build", question: "Build?")
    #expect(!derived.holds(at: try #require(moment)))
    try add("build")
    actions["build"] = PlannedAction(
      id: "build", guarded: .always, needsInput: true, facts: actions["build"]?.facts ?? ActionFacts())
    #expect(!derived.holds(at: try #require(moment)))
    try add("build")
    try add("deploy", "build.succeeded", question: "Deploy?")
    #expect(!derived.holds(at: try #require(moment)))
    actions["deploy"] = nil
    #expect(moment == nil)
  }

  // MARK: What is not known

  @Test mutating func `steps do not wait for what neither they nor the target depend on`() throws {
    try add("deploy", "build.succeeded && lint.succeeded")
    try add("build")
    try add("lint", "remote.succeeded")
    try add("remote")
    change("lint") { ($0.hasSucceeded, $0.isIdle) = (true, false) }
    change("remote") { $0.hasSucceeded = nil }
    actions["remote"]?.hasUnknownResult = true
    var progress = try begin()
    try expectEqual(advance(&progress), [.press("build")])
    end("build", &progress)
    try expectEqual(advance(&progress), [.start])
  }

  @Test mutating func `steps wait for what they depend on, also through what is enabled`() throws {
    for needs in ["remote.succeeded", "lint.enabled"] {
      try add("deploy", "build.succeeded")
      try add("build", needs)
      try add("lint", "remote.succeeded")
      try add("remote")
      change("remote") { $0.hasSucceeded = true }
      change("lint") { $0.isEnabled = true }
      var progress = try begin()
      change("remote") { $0.hasSucceeded = nil }
      change("lint") { $0.isEnabled = false }
      actions["remote"]?.hasUnknownResult = true
      try expectEqual(advance(&progress), [], "\(needs)")
      #expect(progress.stop == nil && !progress.needsDerivation, "\(needs)")
    }
  }

  @Test mutating func `other steps are derived when all is known that they may depend on`() throws {
    try add("deploy", "(test.succeeded || image.succeeded) && lint.succeeded")
    try add("test", "build.succeeded")
    try add("build")
    try add("image", "remote.succeeded")
    try add("remote")
    try add("lint")
    actions["remote"]?.hasUnknownResult = true
    var progress = try begin()
    // Its guard is another one by now, and the steps do not lead there any more.
    try add("test", "build.succeeded && lint.failed")
    try expectEqual(advance(&progress), [])
    #expect(progress.stop == nil && !progress.needsDerivation)
    actions["remote"]?.hasUnknownResult = false
    try expectEqual(advance(&progress), [])
    #expect(progress.stop != nil)
  }
}
