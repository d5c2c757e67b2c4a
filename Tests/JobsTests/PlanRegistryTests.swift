import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import Testing

@testable import Jobs

/// Plans that a box performs.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PlanRegistryTests {
  private let station: VirtualStation
  private let box: HostedBoard

  init() throws { (station, box) = try Self.make(Self.actions) }

  private static func make(_ actions: String) throws -> (VirtualStation, HostedBoard) {
    let station = try VirtualStation(actions)
    return (station, HostedBoard(station.interlocking))
  }

  private static let actions = """
      build: { simulate: { duration: 2s } }
      lint: { simulate: { duration: 1s } }
      test: { title: Test, simulate: { duration: 3s }, enabled-if: build.succeeded }
      deploy: { simulate: { duration: 1s }, enabled-if: test.succeeded && lint.succeeded }
    """

  /// What became of a start by a plan.
  @MainActor
  private final class Started {
    var answer: StartAnswer?
    var outcome: RunOutcome?
  }

  private func plan(_ id: String, on box: HostedBoard? = nil, _ station: VirtualStation? = nil) throws
    -> PlanStatus
  {
    var plan: PlanStatus?
    (box ?? self.box).plan(id) { plan = $0 }
    (station ?? self.station).scheduler.advance()
    return try #require(plan)
  }

  @discardableResult
  private func begin(
    _ plan: PlanStatus, on box: HostedBoard? = nil, _ station: VirtualStation? = nil,
    confirmedAhead: [String] = []
  ) -> Started {
    let started = Started()
    var order = StartOrder(plan.action)
    order.plan = plan.digest
    order.confirmedAhead = confirmedAhead
    order.onAnswer = { started.answer = $0 }
    order.onEnd = { started.outcome = $0 }
    (box ?? self.box).start(order)
    (station ?? self.station).scheduler.advance()
    return started
  }

  @Test func `a plan starts what its action needs, each once and as soon as it may, and then the action`()
    throws
  {
    let plan = try plan("deploy")
    #expect(plan.steps.map(\.action) == ["build", "test", "lint"])
    #expect(plan.steps.map(\.after) == [[], [1], []])
    #expect(plan.heading == "To unlock it: 3 presses")
    let lines = plan.text(in: box.situation, now: .zero) { $0 }
    #expect(lines.dropFirst() == ["  1 build", "  2 test    after 1", "  3 lint    with 1", "    deploy"])

    let started = begin(plan)
    #expect(station.phase("build") == .running && station.phase("lint") == .running)
    #expect(station.phase("test") == .idle)
    #expect(box.situation.plan(for: "deploy")?.steps.map(\.state) == [.running, .todo, .running])
    station.advance(by: .seconds(2))
    #expect(station.phase("test") == .running)
    station.advance(by: .seconds(3))
    #expect(station.phase("deploy") == .running)
    #expect(box.situation.plans == [])
    station.advance(by: .seconds(1))

    #expect(started.outcome == .succeeded)
    for id in ["build", "lint", "test", "deploy"] { #expect(station.record(id)?.runs.count == 1, "\(id)") }
    #expect(station.record("build")?.history.entries.first?.cause == .plan("deploy"))
    #expect(station.record("deploy")?.history.entries.first?.cause == .person)
    #expect(station.output("deploy").first == "plan: starts build, Test, lint first")
  }

  @Test func `what runs already is joined, and what others have done is used`() throws {
    station.start("build")
    let plan = try plan("deploy")
    #expect(plan.presses == 2)
    let started = begin(plan)
    station.start("lint")
    station.advance(by: .seconds(6))
    #expect(started.outcome == .succeeded)
    for id in ["build", "lint", "test"] { #expect(station.record(id)?.runs.count == 1, "\(id)") }
  }

  @Test func `a step that fails stops the plan, and what else runs goes on`() throws {
    let (station, box) = try Self.make(
      """
        build: { title: Build, simulate: { duration: 1s, fail-every: 1, failure: no room } }
        lint: { simulate: { duration: 5s } }
        deploy: { simulate: { duration: 1s }, enabled-if: build.succeeded && lint.succeeded }
      """)
    let started = begin(try plan("deploy", on: box, station), on: box, station)
    station.advance(by: .seconds(1))
    let plan = try #require(box.situation.plan(for: "deploy"))
    #expect(plan.stopped == "Build failed: no room")
    #expect(plan.steps.map(\.state) == [.failed, .running])
    #expect(started.outcome == .failed("plan stopped: Build failed: no room"))
    #expect(station.phase("lint") == .running)
    station.advance(by: .seconds(10))
    #expect(station.record("deploy")?.runs.count == 0)
    #expect(station.output("deploy").contains("plan stopped: Build failed: no room"))
  }

  @Test func `a plan does not start its action while the guard holds only because a step runs`() throws {
    let (station, box) = try Self.make(
      """
        lint: { simulate: { duration: 1s, fail-every: 1 } }
        deploy: { simulate: { duration: 1s }, enabled-if: "!lint.failed" }
      """)
    station.start("lint")
    station.advance(by: .seconds(1))
    let started = begin(try plan("deploy", on: box, station), on: box, station)
    #expect(station.phase("lint") == .running)
    station.advance(by: .seconds(5))
    #expect(station.record("deploy")?.runs.count == 0)
    #expect(
      started.outcome?.failure?.hasPrefix("plan stopped: lint failed") == true, "\(started.outcome as Any)")
  }

  @Test func `another plan than the shown one is refused`() throws {
    let plan = try plan("deploy")
    station.start("lint")
    station.advance(by: .seconds(1))
    #expect(begin(plan).answer == .refused("the plan has changed"))
    #expect(station.record("build")?.runs.count == 0)
  }

  @Test func `an action has one plan, and a box has at most 16`() throws {
    let many = (1...17).map { "  t\($0): { simulate: { duration: 1s }, enabled-if: gate.succeeded }\n" }
      .joined()
    let (station, box) = try Self.make("  gate: { simulate: { duration: 1m } }\n" + many)
    for number in 1...16 {
      let started = begin(try plan("t\(number)", on: box, station), on: box, station)
      guard case .accepted = started.answer else {
        Issue.record("\(number): \(started.answer as Any)")
        return
      }
    }
    let other = begin(try plan("t17", on: box, station), on: box, station)
    #expect(other.answer == .refused("16 plans are performed already"))
    let again = begin(try plan("t1", on: box, station), on: box, station)
    #expect(again.answer == .refused("is planned by another front end"))
    #expect(station.record("gate")?.runs.count == 1)
  }

  private static let questions = """
      build: { simulate: { duration: 1s }, confirm: "Really build?" }
      deploy: { simulate: { duration: 1s }, confirm: "Deploy?", enabled-if: build.succeeded }
    """

  @Test func `questions are asked when they are due, and a yes belongs to its text`() throws {
    let (station, box) = try Self.make(Self.questions)
    let started = begin(try plan("deploy", on: box, station), on: box, station)
    func asked() -> [String] { box.situation.plan(for: "deploy")?.askedNow.map(\.question) ?? [] }
    func answer(_ action: String, _ question: String?) -> String? {
      var refusal: String?
      var order = PlanAnswerOrder(plan: "deploy", action: action, confirmed: question)
      order.onAnswer = { refusal = $0 }
      box.answer(order)
      station.scheduler.advance()
      return refusal
    }
    #expect(asked() == ["Really build?"])
    #expect(station.record("build")?.runs.count == 0)
    #expect(answer("deploy", "Deploy?") == "deploy asks nothing now")
    #expect(answer("build", "Deploy?") == "it asks \"Really build?\" now, and something else was confirmed")
    #expect(answer("build", "Really build?") == nil)
    #expect(station.phase("build") == .running)
    station.advance(by: .seconds(1))
    #expect(asked() == ["Deploy?"])
    #expect(answer("deploy", nil) == nil)
    #expect(box.situation.plan(for: "deploy")?.stopped == "deploy was not confirmed")
    #expect(started.outcome != nil && station.record("deploy")?.runs.count == 0)
  }

  @Test func `questions that were answered before are not asked`() throws {
    let (station, box) = try Self.make(Self.questions)
    let plan = try plan("deploy", on: box, station)
    let started = begin(plan, on: box, station, confirmedAhead: ["Really build?", "Deploy?"])
    station.advance(by: .seconds(2))
    #expect(started.outcome == .succeeded)
  }

  @Test func `a cancelled plan ends none of its runs`() throws {
    let started = begin(try plan("deploy"))
    box.cancel(.plan("deploy"))
    station.scheduler.advance()
    #expect(started.outcome == .cancelled)
    #expect(box.situation.plans == [])
    #expect(station.output("deploy").last == "plan cancelled; what it has started goes on")
    station.advance(by: .seconds(10))
    #expect(station.record("build")?.runs.count == 1 && station.record("test")?.runs.count == 0)
  }

  @Test func `a start that is cancelled ends its plan`() throws {
    let started = begin(try plan("deploy"))
    guard case .accepted(let ticket) = started.answer else {
      Issue.record("\(started.answer as Any)")
      return
    }
    box.cancel(.start(ticket))
    station.advance(by: .seconds(10))
    #expect(started.outcome == .cancelled && station.record("test")?.runs.count == 0)
    #expect(box.situation.plan(for: "deploy")?.stopped == "cancelled")
  }

  @Test func `a board on which the steps do not lead to the action any more stops the plan`() throws {
    let started = begin(try plan("deploy"))
    box.take(
      try Board.parse(
        """
        actions:
          build: { simulate: { duration: 2s } }
          lint: { simulate: { duration: 1s } }
          test: { title: Test, simulate: { duration: 3s }, enabled-if: build.succeeded }
          other: { simulate: { duration: 1s } }
          deploy: { simulate: { duration: 1s }, enabled-if: test.succeeded && other.succeeded }
        """, file: "test.yml"))
    station.advance(by: .seconds(10))
    let stopped = box.situation.plan(for: "deploy")?.stopped
    #expect(stopped == "no step leads to other.succeeded any more")
    #expect(started.outcome != nil && station.record("other")?.runs.count == 0)
  }

  @Test func `a target that is removed from the board ends its plan`() throws {
    let started = begin(try plan("deploy"))
    box.take(try Board.parse("actions: { build: { simulate: { duration: 2s } } }", file: "test.yml"))
    station.advance(by: .seconds(10))
    #expect(started.outcome != nil)
    #expect(!station.interlocking.hasRunningPlans)
  }

  @Test func `the plan of an action that is unlocked has no steps, and starts it`() throws {
    let found = try plan("build")
    #expect(found.isFound && found.steps.isEmpty)
    #expect(begin(found).answer.map { if case .accepted = $0 { true } else { false } } == true)
    #expect(station.phase("build") == .running)
  }
}
