import Board
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing

@testable import Jobs

/// Guards that read whether other actions are enabled.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct InterlockingOrderTests {
  /// The guard of each action reads whether the next action is enabled. That of the last one reads `gate`.
  private func chain(of count: Int) -> String {
    let links = (0..<count).map { number in
      let next = number + 1 == count ? "gate.succeeded" : "a\(number + 1).enabled"
      return "  a\(number): { run: x, enabled-if: \(next) }\n"
    }
    return links.joined() + "  gate: { simulate: { duration: 1s } }"
  }

  @Test func `a chain is evaluated from its last action in one turn`() throws {
    let station = try VirtualStation(chain(of: 50))
    #expect(station.interlocking.verdict(on: "a0") == .blocked(by: ["a1.enabled"]))
    station.start("gate")
    station.advance(by: .seconds(1))
    #expect((0..<50).allSatisfy { station.interlocking.verdict(on: "a\($0)") == .passes })
    station.start("gate")
    #expect((0..<50).allSatisfy { station.interlocking.verdict(on: "a\($0)") != .passes })
  }

  @Test func `a start is refused by a chain in the turn in which its beginning was started`() throws {
    let station = try VirtualStation(
      """
        third: { run: x, enabled-if: second.enabled }
        second: { run: x, enabled-if: "!first.running" }
        first: { simulate: { duration: 1s } }
      """)
    _ = station.interlocking.start("first")
    #expect(station.interlocking.start("third").refusal == "needs second.enabled")
  }

  @Test func `actions with the same guard are evaluated after what it reads, and apart from each other`()
    throws
  {
    let station = try VirtualStation(
      """
        early: { run: x, enabled-if: gate.enabled }
        gate: { run: x, enabled-if: lock.idle }
        other: { run: x, enabled-if: lock.idle }
        lock: { simulate: { duration: 1s } }
        late: { run: x, enabled-if: gate.enabled }
        last: { run: x, enabled-if: late.enabled }
        free: { run: x }
      """)
    let names = ["early", "gate", "other", "late", "last"]
    func isEnabled(_ id: String) -> Bool? { station.snapshot(id)?.state.enabled }
    #expect(isEnabled("free") == true)
    #expect(names.allSatisfy { isEnabled($0) == true })
    station.start("lock")
    #expect(names.allSatisfy { isEnabled($0) == false })
    #expect(isEnabled("free") == true)
    #expect(station.interlocking.verdict(on: "other") == .blocked(by: ["lock.idle"]))
    #expect(station.interlocking.verdict(on: "late") == .blocked(by: ["gate.enabled"]))
    #expect(station.interlocking.verdict(on: "last") == .blocked(by: ["late.enabled"]))
  }

  @Test func `a chain costs about as much as independent guards`() throws {
    let count = 2_000
    let apart = (0..<count).map { number in
      "  a\(number): { run: x, enabled-if: gate.idle && a\((number + 1) % count).idle }\n"
    }.joined()
    let alone = try time("\(apart)  gate: { run: x }")
    let chained = try time(chain(of: count).replacing("gate.succeeded", with: "gate.idle"))
    // Evaluating the chain repeatedly took 50 times as long.
    #expect(chained < alone * 10)
  }

  private func time(_ actions: String) throws -> Duration {
    let board = try Board.parse("actions:\n\(actions)\n", file: "board.yml")
    let scheduler = TestScheduler()
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler) { _ in }
    return processorTime {
      let interlocking = Interlocking(board, environment: environment)
      #expect(interlocking.verdict(on: "a0") == .passes)
    }
  }
}
