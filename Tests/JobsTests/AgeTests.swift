import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing

@testable import Jobs

/// Guards that read the age of a result.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct AgeTests {
  private static let actions = """
      test: { simulate: { duration: 2s, fail-every: 3 }, quiet: true, while-running: restart }
      deploy: { simulate: { duration: 1s }, quiet: true, enabled-if: test.succeeded && test.age < 1h }
    """

  private func mayDeploy(_ station: VirtualStation) -> Bool {
    station.interlocking.verdict(on: "deploy").isPassing
  }

  @Test func `the age of a result begins at the end of its run`() throws {
    let station = try VirtualStation(Self.actions)
    #expect(station.facts("test")?.age == nil)
    station.start("test")
    station.advance(by: .seconds(1))
    #expect(station.facts("test")?.age == nil)
    station.advance(by: .seconds(1))
    #expect(station.facts("test")?.age == .zero)
    station.advance(by: .seconds(90))
    #expect(station.facts("test")?.age == .seconds(90))
  }

  @Test func `a start by a person makes the age unknown until the run ends`() throws {
    let station = try VirtualStation(Self.actions)
    station.start("test")
    station.advance(by: .seconds(10))
    station.start("test")
    #expect(station.facts("test")?.age == nil)
    #expect(!mayDeploy(station))
    station.advance(by: .seconds(3))
    #expect(station.facts("test")?.age == .seconds(1))
    #expect(mayDeploy(station))
  }

  @Test func `a failure and a cancelled run are results with an age`() throws {
    let station = try VirtualStation(Self.actions)
    for _ in 1...3 {
      station.start("test")
      station.advance(by: .seconds(5))
    }
    #expect(station.facts("test")?.hasFailed == true)
    #expect(station.facts("test")?.age == .seconds(3))
    station.start("test")
    station.cancel("test")
    station.advance(by: .seconds(4))
    #expect(station.facts("test")?.hasFailed == false)
    #expect(station.facts("test")?.age == .seconds(4))
  }

  @Test func `a repeat keeps the age until it ends`() throws {
    let station = try VirtualStation("  probe: { simulate: { duration: 2s }, quiet: true, every: 10s }")
    station.startRepeats()
    station.advance(by: .seconds(11))
    #expect(station.phase("probe") == .running)
    #expect(station.facts("probe")?.age == .seconds(9))
    station.advance(by: .seconds(1))
    #expect(station.facts("probe")?.age == .zero)
  }

  @Test func `a tolerated failure keeps the age`() throws {
    let station = try VirtualStation(
      "  probe: { simulate: { duration: 1s, fail-every: 2 }, quiet: true, failures-before-error: 2 }")
    station.start("probe")
    station.advance(by: .seconds(10))
    station.start("probe")
    station.advance(by: .seconds(10))
    #expect(station.record("probe")?.runs.last.toleratedFailure != nil)
    #expect(station.facts("probe")?.age == .seconds(19))
  }

  @Test func `an age that would be negative is unknown`() throws {
    let station = try VirtualStation(Self.actions)
    station.advance(by: .seconds(10))
    station.start("test")
    station.advance(by: .seconds(2))
    #expect(station.snapshot("test")?.facts(at: .seconds(12)).age == .zero)
    #expect(station.snapshot("test")?.facts(at: .seconds(11)).age == nil)
    #expect(station.snapshot("test")?.facts(at: .seconds(11)).hasSucceeded == true)
  }

  @Test(arguments: [
    ("test.age < 1h", true), ("test.age <= 1h", true), ("test.age > 1h", false), ("test.age >= 1h", false),
    ("1h > test.age", true), ("!(test.age < 1h)", false),
  ])
  func `the verdict changes exactly at the boundary`(needs: String, isFresh: Bool) throws {
    let station = try VirtualStation(
      """
        test: { simulate: { duration: 2s }, quiet: true }
        deploy: { simulate: { duration: 1s }, quiet: true, enabled-if: '\(needs)' }
      """)
    station.start("test")
    station.advance(by: .seconds(2))
    var changes: [Duration] = []
    station.interlocking.onChange = { changes.append(station.scheduler.elapsed) }
    #expect(mayDeploy(station) == isFresh)

    let isInclusive = needs.contains("<=") || needs.contains("> 1h") && !needs.contains("1h >")
    let boundary = Duration.seconds(3602) + (isInclusive ? .nanoseconds(1) : .zero)
    station.advance(by: boundary - .nanoseconds(1) - station.scheduler.elapsed)
    #expect(mayDeploy(station) == isFresh)
    #expect(changes == [])
    station.advance(by: .nanoseconds(1))
    #expect(mayDeploy(station) != isFresh)
    #expect(changes.first == boundary && changes.allSatisfy { $0 == boundary })
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test func `a start reads the age of its moment`() throws {
    let station = try VirtualStation(Self.actions)
    station.start("test")
    station.advance(by: .seconds(3601))
    #expect(station.interlocking.why("deploy")?.refusal == nil)
    var refusal: String?
    // After the timer has fired, and before the turn of the main actor that it has requested.
    let scheduler = station.scheduler
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) {
      MainActor.assumeIsolated { refusal = station.interlocking.why("deploy")?.refusal }
    }
    station.advance(by: .seconds(1))
    #expect(refusal == "needs test.age < 1h")
  }

  @Test func `one timer exists for the next boundary of all guards`() throws {
    let station = try VirtualStation(
      """
        test: { simulate: { duration: 1s }, quiet: true }
        lint: { simulate: { duration: 1s }, quiet: true }
        a: { simulate: { duration: 1s }, quiet: true, enabled-if: test.age < 1h && lint.age < 30m }
        b: { simulate: { duration: 1s }, quiet: true, enabled-if: test.age > 10m }
        c: { simulate: { duration: 1s }, quiet: true, enabled-if: test.age < 1h || lint.age >= 20m }
      """)
    station.scheduler.advance()
    #expect(station.scheduler.pendingCount == 0)
    station.start("test")
    station.start("lint")
    station.advance(by: .seconds(1))
    #expect(station.scheduler.pendingCount == 1)

    var times: Set<Duration> = []
    station.interlocking.onChange = { times.insert(station.scheduler.elapsed - .seconds(1)) }
    for _ in 1...120 {
      station.advance(by: .seconds(60))
      #expect(station.scheduler.pendingCount <= 1)
    }
    #expect(
      times.sorted() == [
        .seconds(600) + .nanoseconds(1), .seconds(1200), .seconds(1800), .seconds(3600),
      ])
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test func `a new result moves the timer`() throws {
    let station = try VirtualStation(Self.actions)
    station.start("test")
    station.advance(by: .seconds(1802))
    station.start("test")
    #expect(station.scheduler.pendingCount == 1)
    station.advance(by: .seconds(2))
    #expect(station.scheduler.pendingCount == 1)
    station.advance(by: .seconds(1800))
    #expect(mayDeploy(station))
    station.advance(by: .seconds(1800))
    #expect(!mayDeploy(station))
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test func `an unknown age needs no timer`() throws {
    let station = try VirtualStation(
      """
        test: { simulate: { duration: 2m }, quiet: true }
        deploy: { simulate: { duration: 1s }, quiet: true, enabled-if: test.age < 1m || test.age > 2m || test.running }
      """)
    station.advance(by: .seconds(120))
    #expect(station.scheduler.pendingCount == 0)
    station.start("test")
    let running = station.scheduler.pendingCount
    station.advance(by: .seconds(60))
    #expect(station.scheduler.pendingCount == running)
  }

  @Test func `two idle hours cost one timer event`() throws {
    let station = try VirtualStation(Self.actions)
    station.start("test")
    station.advance(by: .seconds(2))
    var times: Set<Duration> = []
    station.interlocking.onChange = { times.insert(station.scheduler.elapsed) }
    station.advance(by: .seconds(7200))
    #expect(times == [.seconds(3602)])
  }

  @Test func `without an age in a guard nothing is scheduled`() throws {
    let station = try VirtualStation(
      """
        test: { simulate: { duration: 1s }, quiet: true }
        build: { simulate: { duration: 1s }, quiet: true }
        deploy: { simulate: { duration: 1s }, quiet: true, enabled-if: test.succeeded && test.age <= build.age }
      """)
    station.start("build")
    station.advance(by: .seconds(1))
    station.start("test")
    station.advance(by: .seconds(1))
    #expect(mayDeploy(station))
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test func `a board without ages cancels the timer`() throws {
    let station = try VirtualStation(Self.actions)
    station.start("test")
    station.advance(by: .seconds(2))
    #expect(station.scheduler.pendingCount == 1)
    station.interlocking.take(
      try Board.parse(
        "actions:\n" + Self.actions.replacing(" && test.age < 1h", with: ""), file: "test.yml"))
    station.scheduler.advance()
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test func `the explanation shows the age`() throws {
    let station = try VirtualStation(Self.actions)
    #expect(station.interlocking.why("deploy")?.facts.last == .init(name: "test.age", value: "unknown"))
    station.start("test")
    station.advance(by: .seconds(2 + 723))
    #expect(station.interlocking.why("deploy")?.facts.last == .init(name: "test.age", value: "12m 03s"))
    station.advance(by: .seconds(3600))
    #expect(station.interlocking.why("deploy")?.refusal == "needs test.age < 1h")
  }

  /// A board of 5,000 actions whose guards have two comparisons each.
  private func largeStation(_ comparison: (Int) -> String) throws -> VirtualStation {
    let actions = (0..<5_000).map { number in
      """
        action-\(number):
          simulate: { duration: 1s }
          enabled-if: test.succeeded && \(comparison(number)) && !action-\(max(0, number - 1)).failed

      """
    }
    let station = try VirtualStation(
      "  test: { simulate: { duration: 1s }, quiet: true }\n" + actions.joined())
    station.start("test")
    station.advance(by: .seconds(1))
    return station
  }

  @Test(.slow) func `5,000 guards with ages have one timer`() throws {
    let station = try largeStation { "test.age < \($0 / 10 + 1)s" }
    #expect(station.scheduler.pendingCount == 1)
    var times: Set<Duration> = []
    station.interlocking.onChange = { times.insert(station.scheduler.elapsed) }
    station.advance(by: .seconds(20))
    #expect(times.count == 20)
    #expect(station.scheduler.pendingCount == 1)
    #expect(!station.interlocking.verdict(on: "action-199").isPassing)
    #expect(station.interlocking.verdict(on: "action-200").isPassing)
  }

  @Test(.slow) func `an age costs about as much as another fact`() throws {
    func time(_ station: VirtualStation) -> Duration? {
      (1...5).map { _ in processorTime { station.interlocking.evaluateGuards() } }.min()
    }
    let ages = try largeStation { "action-\($0).age < \($0 + 1)s" }
    let facts = try largeStation { "action-\($0).progress < \($0 + 1)" }
    let (age, fact) = (try #require(time(ages)), try #require(time(facts)))
    // A search through all actions for each age would take far longer.
    #expect(age < fact * 20, "\(age), not \(fact)")
  }
}
