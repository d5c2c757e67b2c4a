import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import Testing

@testable import Jobs

/// What happens while a plan is derived, which takes place beside the main actor.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PlanDerivationTests {
  /// What became of a start by a plan.
  @MainActor
  private final class Started {
    var ticket: StartTicket?
    var answers: [StartAnswer] = []
    var outcomes: [RunOutcome] = []
    var presses: [PlanPress] = []

    var hasBegun: Bool { answers.contains { if case .accepted = $0 { true } else { false } } }
  }

  private static let actions = """
      build: { simulate: { duration: 2s } }
      lint: { simulate: { duration: 1s } }
      test: { title: Test, simulate: { duration: 3s }, enabled-if: build.succeeded }
      deploy: { simulate: { duration: 1s }, enabled-if: test.succeeded && lint.succeeded }

    """

  private let station: VirtualStation
  private let box: HostedBoard

  init() throws { (station, box) = try Self.make(Self.actions) }

  private static func make(_ actions: String) throws -> (VirtualStation, HostedBoard) {
    let station = try VirtualStation(actions)
    return (station, HostedBoard(station.interlocking))
  }

  private static func board(_ actions: String) throws -> Board {
    try Board.parse("actions:\n" + actions, file: "test.yml")
  }

  private func digest(_ id: String, _ box: HostedBoard, _ station: VirtualStation) throws -> String {
    var plan: PlanStatus?
    box.plan(id) { plan = $0 }
    station.scheduler.advance()
    return try #require(plan).digest
  }

  /// Requests a start by a plan that was shown. The plan is derived in the next turn.
  private func request(_ id: String, _ digest: String, on box: HostedBoard) -> Started {
    let started = Started()
    var order = StartOrder(id)
    (order.plan, order.starter) = (digest, Starter("panel on pts/3"))
    order.onTicket = { started.ticket = $0 }
    order.onAnswer = { started.answers.append($0) }
    order.onEnd = { started.outcomes.append($0) }
    order.onPress = { started.presses.append($0) }
    box.start(order)
    return started
  }

  private func requestDeploy() throws -> Started {
    request("deploy", try digest("deploy", box, station), on: box)
  }

  private var startCount: Int {
    station.interlocking.jobs.reduce(0) { $0 + $1.moment.record.runs.count + ($1.moment.isRunning ? 1 : 0) }
  }

  // MARK: Requests

  @Test func `a request derives a plan once, and answers when that is done`() throws {
    let digest = try digest("deploy", box, station)
    #expect(station.interlocking.planDerivations == 1)
    let started = request("deploy", digest, on: box)
    #expect(started.answers == [] && started.ticket != nil && box.situation.plans == [])
    #expect(station.interlocking.hasRunningPlans, "a box without front ends lives as long as that")
    station.scheduler.advance()
    #expect(started.hasBegun && station.interlocking.planDerivations == 2)
    station.advance(by: .seconds(10))
    #expect(started.outcomes == [.succeeded] && station.interlocking.planDerivations == 2)
  }

  @Test func `plans are derived one after the other`() {
    var answers: [PlanStatus?] = []
    for id in ["deploy", "none", "test"] { box.plan(id) { answers.append($0) } }
    #expect(station.interlocking.planDerivations == 1 && answers.isEmpty)
    station.scheduler.advance()
    #expect(station.interlocking.planDerivations == 2)
    #expect(answers.map { $0?.action } == ["deploy", nil, "test"])
  }

  @Test func `a plan that is asked for is that of the facts when it is there`() throws {
    var plan: PlanStatus?
    box.plan("deploy") { plan = $0 }
    // Its steps lead there still: one of them is not needed any more.
    _ = station.interlocking.start("lint")
    station.scheduler.advance()
    #expect(plan?.isFound == true && station.interlocking.planDerivations == 1)

    let (station, box) = try Self.make(
      """
        build: { simulate: { duration: 1m } }
        gate: { simulate: { duration: 1s } }
        deploy: { simulate: { duration: 1s }, enabled-if: gate.idle && build.succeeded }
      """)
    box.plan("deploy") { plan = $0 }
    _ = station.interlocking.start("gate")
    station.scheduler.advance()
    #expect(plan?.isFound == false && plan?.missing == ["gate.idle"], "\(plan as Any)")
    #expect(station.interlocking.planDerivations == 2)
  }

  @Test func `a plan that does not hold any more does not begin`() throws {
    let (station, box) = try Self.make(
      """
        build: { simulate: { duration: 1m } }
        gate: { simulate: { duration: 1s } }
        deploy: { simulate: { duration: 1s }, enabled-if: gate.idle && build.succeeded }
      """)
    let started = request("deploy", try digest("deploy", box, station), on: box)
    _ = station.interlocking.start("gate")
    station.scheduler.advance()
    #expect(started.answers == [.refused("the plan has changed")])
    #expect(!station.interlocking.hasRunningPlans && station.phase("build") == .idle)
    station.advance(by: .seconds(100))
    #expect(station.record("build")?.runs.count == 0 && started.outcomes == [])
  }

  @Test func `what others start while a plan is derived is joined`() throws {
    let started = try requestDeploy()
    _ = station.interlocking.start("build")
    station.scheduler.advance()
    #expect(started.hasBegun)
    station.advance(by: .seconds(10))
    #expect(started.outcomes == [.succeeded] && station.record("build")?.runs.count == 1)
  }

  @Test func `a plan that never holds when it is there is derived a few times only`() throws {
    let interlocking = station.interlocking
    var calls = 0
    var answers: [Bool] = []
    interlocking.derivePlan(for: "deploy") {
      calls += 1
      // It is asked before and after each derivation.
      if calls.isMultiple(of: 2) {
        let asking = Self.actions.replacing("lint: {", with: "lint: { confirm: \"Lint \(calls)?\",")
        do { interlocking.take(try Self.board(asking)) } catch { Issue.record(error) }
      }
      return true
    } onAnswer: { _, holds in
      answers.append(holds)
    }
    station.scheduler.advance()
    #expect(answers == [false] && interlocking.planDerivations == Interlocking.derivationLimit)
  }

  // MARK: What ends it

  @Test func `a start that is cancelled while its plan is derived does not begin`() throws {
    let started = try requestDeploy()
    box.cancel(.start(try #require(started.ticket)))
    #expect(started.answers == [.refused("was cancelled")])
    station.advance(by: .seconds(10))
    #expect(started.answers.count == 1 && started.outcomes == [] && startCount == 0)
  }

  @Test func `whoever cancels the plan of an action cancels one that is being derived`() throws {
    let started = try requestDeploy()
    box.cancel(.plan("test"))
    #expect(started.answers == [])
    box.cancel(.plan("deploy"))
    #expect(started.answers == [.refused("was cancelled")])
    station.advance(by: .seconds(10))
    #expect(started.answers.count == 1 && startCount == 0)
  }

  @Test func `a front end that goes while its plan is derived takes it along`() throws {
    let started = try requestDeploy()
    box.endInOrder([try #require(started.ticket)], includesBoardStarts: false)
    station.advance(by: .seconds(10))
    #expect(started.answers == [.refused("was cancelled")] && startCount == 0)
  }

  @Test func `a box that ends begins no plan`() throws {
    let digest = try digest("deploy", box, station)
    let started = request("deploy", digest, on: box)
    box.endWork {}
    #expect(started.answers == [.refused("the box ends")])
    let late = request("deploy", digest, on: box)
    #expect(late.answers == [.refused("the box ends")])
    station.advance(by: .seconds(10))
    #expect(started.answers.count == 1 && startCount == 0)
  }

  @Test func `a target that is removed while its plan is derived is not there any more`() throws {
    let started = try requestDeploy()
    box.take(try Self.board("  build: { simulate: { duration: 2s } }\n"))
    station.advance(by: .seconds(10))
    #expect(started.answers == [.refused("there is no such action")] && startCount == 0)
  }

  @Test func `a board that asks something else by then begins no plan`() throws {
    let started = try requestDeploy()
    box.take(try Self.board(Self.actions.replacing("lint: {", with: "lint: { confirm: Lint?,")))
    station.advance(by: .seconds(10))
    #expect(started.answers == [.refused("the plan has changed")] && startCount == 0)
  }

  @Test func `a board that is loaded again and is the same changes nothing`() throws {
    let started = try requestDeploy()
    box.take(try Self.board(Self.actions.replacing("title: Test", with: "title: Tests")))
    station.advance(by: .seconds(10))
    #expect(started.outcomes == [.succeeded])
  }

  // MARK: Several at once

  @Test func `of two requests for the same action at once, one begins`() throws {
    let digest = try digest("deploy", box, station)
    let first = request("deploy", digest, on: box)
    let second = request("deploy", digest, on: box)
    station.scheduler.advance()
    #expect(first.hasBegun)
    #expect(second.answers == [.refused("is planned by panel on pts/3")])
    station.advance(by: .seconds(10))
    for id in ["build", "lint", "test", "deploy"] { #expect(station.record(id)?.runs.count == 1, "\(id)") }
  }

  @Test func `of many requests at once, 16 begin`() throws {
    let many = (1...18).map { "  t\($0): { simulate: { duration: 1s }, enabled-if: gate.succeeded }\n" }
      .joined()
    let (station, box) = try Self.make("  gate: { simulate: { duration: 1m } }\n" + many)
    station.start("gate")
    let digests = try (1...18).map { try digest("t\($0)", box, station) }
    let all = zip(1...18, digests).map { request("t\($0)", $1, on: box) }
    for one in all { #expect(!one.hasBegun) }
    station.scheduler.advance()
    for one in all.prefix(16) { #expect(one.hasBegun) }
    for late in all.suffix(2) { #expect(late.answers == [.refused("16 plans are performed already")]) }
    #expect(station.record("gate")?.runs.count == 1)
  }

  // MARK: Plans that are performed

  private static let gated = """
      a: { simulate: { duration: 2s } }
      b: { simulate: { duration: 1s }, enabled-if: gate.idle && a.succeeded }
      c: { simulate: { duration: 1s }, enabled-if: a.succeeded && b.succeeded }
      gate: { simulate: { duration: 1m } }
      deploy: { simulate: { duration: 1s }, enabled-if: b.succeeded && c.succeeded }

    """

  /// Performs a plan whose steps are derived again, since its board has changed.
  /// - Parameter meanwhile: Called once, while they are derived.
  private func performGated(_ meanwhile: @escaping (VirtualStation, HostedBoard) throws -> Void) throws
    -> (VirtualStation, Started)
  {
    let (station, box) = try Self.make(Self.gated)
    let started = request("deploy", try digest("deploy", box, station), on: box)
    station.scheduler.advance()
    // The other way round.
    let other = Self.gated.replacing("gate.idle && a.succeeded", with: "gate.idle && c.succeeded")
      .replacing("if: a.succeeded && b.succeeded", with: "if: a.succeeded")
    box.take(try Self.board(other))
    let count = station.interlocking.planDerivations
    var hasCome = false
    box.onChange = {
      guard !hasCome, station.interlocking.planDerivations > count else { return }
      hasCome = true
      #expect(station.phase("c") == .idle)
      do { try meanwhile(station, box) } catch { Issue.record(error) }
    }
    station.advance(by: .seconds(10))
    #expect(hasCome)
    return (station, started)
  }

  private func expectOnlyFirst(_ station: VirtualStation) {
    #expect(station.record("a")?.runs.count == 1)
    for id in ["b", "c", "deploy"] { #expect(station.record(id)?.runs.count ?? 0 == 0, "\(id)") }
    #expect(!station.interlocking.hasRunningPlans)
  }

  @Test func `steps that are derived again start if they hold when they are there`() throws {
    let (station, started) = try performGated { _, _ in }
    #expect(started.outcomes == [.succeeded])
    for id in ["a", "b", "c"] { #expect(station.record(id)?.runs.count == 1, "\(id)") }
  }

  @Test func `steps that do not hold any more when they are there do not start`() throws {
    let (station, started) = try performGated { station, _ in _ = station.interlocking.start("gate") }
    #expect(started.outcomes == [.failed("plan stopped: no step leads to b.succeeded any more")])
    expectOnlyFirst(station)
  }

  @Test func `a cancelled plan takes nothing that was derived for it`() throws {
    let (station, started) = try performGated { _, box in box.cancel(.plan("deploy")) }
    #expect(started.outcomes == [.cancelled])
    expectOnlyFirst(station)
  }

  @Test func `a plan whose target goes while steps are derived ends`() throws {
    let (station, started) = try performGated { _, box in
      box.take(try Self.board("  a: { simulate: { duration: 2s } }\n"))
    }
    #expect(started.outcomes == [.cancelled])
    expectOnlyFirst(station)
  }

  @Test func `a box that ends while steps are derived starts none`() throws {
    let (station, started) = try performGated { _, box in box.endWork {} }
    #expect(started.outcomes == [.cancelled])
    expectOnlyFirst(station)
  }

  @Test func `a plan that begins anew while steps for the earlier one are derived has its own`() throws {
    var second: Started?
    let (station, first) = try performGated { station, box in
      box.cancel(.plan("deploy"))
      var order = StartOrder("deploy")
      let again = Started()
      order.onAnswer = { again.answers.append($0) }
      order.onEnd = { again.outcomes.append($0) }
      second = again
      box.plan("deploy") { plan in
        order.plan = plan?.digest
        box.start(order)
      }
    }
    #expect(first.outcomes == [.cancelled])
    #expect(second?.outcomes == [.succeeded], "\(second?.answers as Any)")
    for id in ["b", "c", "deploy"] { #expect(station.record(id)?.runs.count == 1, "\(id)") }
  }

  /// A board on which three actions can only be started one after the other.
  private static func ordered(_ names: [String]) -> String {
    let needs = ["a"] + names
    let lines = names.enumerated().map { number, name in
      "  \(name): { simulate: { duration: 1s }, enabled-if: \(needs[number]).succeeded }\n"
    }
    return """
        a: { simulate: { duration: 2s } }
      \(lines.sorted().joined())  deploy:
          simulate: { duration: 1s }
          enabled-if: x.succeeded && y.succeeded && z.succeeded

      """
  }

  @Test func `a plan ends whose facts change whenever steps are there`() throws {
    let (station, box) = try Self.make(Self.ordered(["x", "y", "z"]))
    let started = request("deploy", try digest("deploy", box, station), on: box)
    station.scheduler.advance()
    var (seen, isOther) = (station.interlocking.planDerivations, false)
    let begin = seen
    func change() {
      isOther.toggle()
      do {
        box.take(try Self.board(Self.ordered(isOther ? ["y", "z", "x"] : ["z", "x", "y"])))
      } catch { Issue.record(error) }
    }
    change()
    box.onChange = {
      guard station.interlocking.planDerivations > seen else { return }
      seen = station.interlocking.planDerivations
      change()
    }
    station.advance(by: .seconds(20))
    let reason = "what it depends on changes faster than steps are found"
    #expect(started.outcomes == [.failed("plan stopped: \(reason)")])
    #expect(station.interlocking.planDerivations == begin + Interlocking.derivationLimit)
    for id in ["x", "y", "z"] { #expect(station.record(id)?.runs.count == 0, "\(id)") }
  }

  // MARK: The presses

  @Test func `each press of a plan is told, with its run and its end`() throws {
    let (station, box) = try Self.make(
      """
        build: { simulate: { duration: 1s }, confirm: "Build?" }
        lint: { simulate: { duration: 5s } }
        broken: { simulate: { duration: 2s, fail-every: 1, failure: no room } }
        deploy: { simulate: { duration: 1s }, enabled-if: build.succeeded && lint.succeeded && broken.succeeded }
      """)
    let started = request("deploy", try digest("deploy", box, station), on: box)
    station.scheduler.advance()
    var answer = PlanAnswerOrder(plan: "deploy", action: "build", confirmed: "Build?")
    answer.starter = "panel on pts/3"
    box.answer(answer)
    station.scheduler.advance()
    let begun = [
      PlanPress("lint", .started, run: 1), PlanPress("broken", .started, run: 1),
      PlanPress("build", .started, run: 1, question: "Build?", answerer: "panel on pts/3"),
    ]
    #expect(started.presses == begun)
    station.advance(by: .seconds(3))
    #expect(started.outcomes == [.failed("plan stopped: broken failed: no room")])
    station.advance(by: .seconds(10))
    // Also the ends that come when the plan has stopped.
    #expect(started.presses.dropFirst(3).map(\.action) == ["build", "broken", "lint"])
    #expect(started.presses.last?.event == .ended(.succeeded) && started.presses.last?.run == 1)
  }

  @Test func `the press of the action itself is told as well`() throws {
    let started = try requestDeploy()
    station.advance(by: .seconds(10))
    #expect(
      started.presses.filter { $0.event == .started }.map(\.action) == ["build", "lint", "test", "deploy"])
    #expect(
      started.presses.filter { $0.event == .ended(.succeeded) }.map(\.action) == ["lint", "build", "test"])
  }
}
