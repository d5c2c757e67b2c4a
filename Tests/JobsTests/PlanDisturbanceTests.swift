import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import Testing

@testable import Jobs

/// What becomes of plans when the board or their target changes while they are performed.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PlanDisturbanceTests {
  /// A plan that was shown, and what became of it.
  @MainActor
  private final class Performance {
    var plan: PlanStatus?
    var answer: StartAnswer?
    var outcome: RunOutcome?
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

  /// Shows the plan of an action, and performs it.
  /// - Parameter digest: Of the plan that was shown; nil for that of this one.
  private func perform(
    _ id: String, digest: String? = nil, on box: HostedBoard, _ station: VirtualStation
  ) -> Performance {
    let performance = Performance()
    box.plan(id) { performance.plan = $0 }
    station.scheduler.advance()
    var order = StartOrder(id)
    order.plan = digest ?? performance.plan?.digest
    order.onAnswer = { performance.answer = $0 }
    order.onEnd = { performance.outcome = $0 }
    box.start(order)
    station.scheduler.advance()
    return performance
  }

  // MARK: The target

  @Test func `the plan of an action that runs is refused`() throws {
    for id in ["build", "lint", "test"] {
      station.start(id)
      station.advance(by: .seconds(3))
    }
    let digest = perform("deploy", on: box, station).plan?.digest
    #expect(station.phase("deploy") == .running)
    #expect(perform("deploy", digest: digest, on: box, station).answer == .refused("is running"))
    #expect(station.record("deploy")?.runs.count == 1)
  }

  @Test func `who starts the target by hand while it asks ends its plan`() throws {
    let (station, box) = try Self.make(
      """
        build: { simulate: { duration: 1s } }
        deploy: { simulate: { duration: 1m }, enabled-if: build.succeeded, confirm: "Deploy?" }
      """)
    let performance = perform("deploy", on: box, station)
    station.advance(by: .seconds(5))
    #expect(box.situation.plan(for: "deploy")?.asks == true)
    station.start("deploy")
    station.advance(by: .seconds(2))
    #expect(performance.outcome == .failed("plan stopped: somebody else has started it"))
    #expect(!station.interlocking.hasRunningPlans && station.record("deploy")?.runs.count == 1)
  }

  // MARK: The board

  @Test func `a plan goes on if the board is loaded again at each step`() throws {
    let performance = perform("deploy", on: box, station)
    for _ in 0..<20 {
      box.take(try Self.board(Self.actions))
      station.advance(by: .milliseconds(500))
    }
    #expect(performance.outcome == .succeeded)
    for id in ["build", "lint", "test", "deploy"] { #expect(station.record(id)?.runs.count == 1, "\(id)") }
  }

  @Test func `a plan goes on if titles change at each step`() throws {
    let performance = perform("deploy", on: box, station)
    for turn in 0..<20 {
      let titled = Self.actions.replacing("{ simulate", with: "{ title: Turn \(turn), simulate")
      box.take(try Self.board(titled.replacing("title: Test, ", with: "title: Test \(turn), ")))
      station.advance(by: .milliseconds(500))
    }
    #expect(performance.outcome == .succeeded)
    for id in ["build", "lint", "test", "deploy"] { #expect(station.record(id)?.runs.count == 1, "\(id)") }
  }

  @Test func `a step whose work changes while it runs has done something else`() throws {
    let performance = perform("deploy", on: box, station)
    box.take(try Self.board(Self.actions.replacing("duration: 2s", with: "duration: 4s")))
    station.advance(by: .seconds(20))
    #expect(
      performance.outcome == .failed("plan stopped: build has ended, and build.succeeded does not hold"))
    #expect(station.record("deploy")?.runs.count == 0 && station.record("test")?.runs.count == 0)
  }

  @Test func `a step that was not started yet may change its work`() throws {
    let performance = perform("deploy", on: box, station)
    box.take(try Self.board(Self.actions.replacing("duration: 3s", with: "duration: 4s")))
    station.advance(by: .seconds(20))
    #expect(performance.outcome == .succeeded)
  }

  @Test func `a plan of another action or of an earlier board is refused`() throws {
    let other = perform("test", on: box, station).plan?.digest
    station.interlocking.cancelPlans(because: "test")
    #expect(perform("deploy", digest: other, on: box, station).answer == .refused("the plan has changed"))
    #expect(perform("deploy", digest: "", on: box, station).answer == .refused("the plan has changed"))

    let (station, box) = try Self.make(Self.actions)
    var shown: PlanStatus?
    box.plan("deploy") { shown = $0 }
    station.scheduler.advance()
    let asking = Self.actions.replacing("lint: {", with: "lint: { confirm: Lint?,")
    box.take(try Self.board(asking))
    let refused = perform("deploy", digest: shown?.digest, on: box, station)
    #expect(refused.answer == .refused("the plan has changed"))
    #expect(station.record("build")?.runs.count == 0)
  }

  // MARK: Ages

  /// A run that ends after the plan was derived is even younger than the plan has taken it to be.
  @Test func `of two results, the older one is old first`() throws {
    let (station, box) = try Self.make(
      """
        scan: { simulate: { duration: 1s } }
        build: { simulate: { duration: 30s } }
        deploy: { simulate: { duration: 1s }, enabled-if: scan.age >= 1h && build.age < 1h }
      """)
    station.start("scan")
    station.advance(by: .seconds(60))
    station.start("build")
    let performance = perform("deploy", on: box, station)
    #expect(performance.plan?.isFound == true)
    station.advance(by: .seconds(3_530))
    #expect(performance.outcome == nil && station.interlocking.hasRunningPlans)
    station.advance(by: .seconds(20))
    #expect(performance.outcome == .succeeded)
    #expect(station.record("scan")?.runs.count == 1 && station.record("build")?.runs.count == 1)
  }
}
