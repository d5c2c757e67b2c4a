import Board
import SignalboxTesting
import Testing

@testable import Jobs

/// Guards that ask whether other actions are enabled.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct InterlockingOrderTests {
  /// Each action but the last asks whether the next one, which stands behind it, is enabled. The last one
  /// asks for `gate`.
  private func chain(of count: Int) -> String {
    let links = (0..<count).map { number in
      let next = number + 1 == count ? "gate.succeeded" : "a\(number + 1).enabled"
      return "  a\(number): { run: x, enabled-if: \(next) }\n"
    }
    return links.joined() + "  gate: { simulate: { duration: 1s } }"
  }

  @Test func `a chain is settled from its far end in one turn`() throws {
    let station = try VirtualStation(chain(of: 50))
    #expect(station.interlocking.verdict(on: "a0") == .blocked(by: ["a1.enabled"]))
    station.start("gate")
    station.advance(by: .seconds(1))
    #expect((0..<50).allSatisfy { station.interlocking.verdict(on: "a\($0)") == .passes })
    station.start("gate")
    #expect((0..<50).allSatisfy { station.interlocking.verdict(on: "a\($0)") != .passes })
  }

  @Test func `a chain costs about as much as guards that do not ask each other`() throws {
    let count = 2_000
    let apart = (0..<count).map { "  a\($0): { run: x, enabled-if: gate.idle }\n" }.joined()
    let alone = try time("\(apart)  gate: { run: x }")
    let chained = try time(chain(of: count).replacing("gate.succeeded", with: "gate.idle"))
    // Evaluating the chain again and again took 50 times as long.
    #expect(chained < alone * 10)
  }

  private func time(_ actions: String) throws -> Duration {
    let board = try Board.parse("actions:\n\(actions)\n", file: "board.yml")
    let scheduler = TestScheduler()
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler) { _ in }
    return ContinuousClock().measure {
      let interlocking = Interlocking(board, environment: environment)
      #expect(interlocking.verdict(on: "a0") == .passes)
    }
  }
}
