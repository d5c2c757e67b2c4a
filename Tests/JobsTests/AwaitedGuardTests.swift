import Board
import Boundary
import SignalboxTesting
import TestSupport
import Testing

@testable import Jobs

/// Waits for guards whose runs end on another thread.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct AwaitedGuardTests {
  private let scheduler = TestScheduler()
  /// The turns of the main actor that have not come.
  private let turns = Recorded<@MainActor @Sendable () -> Void>()
  private var taken = 0
  private let interlocking: Interlocking

  init() throws {
    let (scheduler, turns) = (scheduler, turns)
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) {
      turns.append($0)
    }
    interlocking = Interlocking(
      try Board.parse("actions: { gate: { simulate: { duration: 1s } } }", file: "test.yml"),
      environment: environment)
  }

  /// Gives the main actor the turns that have been requested.
  private mutating func takeTurns() {
    while taken < turns.values.count {
      taken += 1
      turns.values[taken - 1]()
    }
  }

  @Test mutating func `a run that ends while its guard is evaluated is no reason to give up`() throws {
    interlocking.request("gate", input: nil, from: RunOrigin(), ticket: StartTicket(1)) { _ in }
    scheduler.advance()
    takeTurns()
    var answer: HoldAnswer?
    let ticket = interlocking.awaitGuard(
      HoldOrder("gate.succeeded", isPatient: false) { answer = $0 })
    #expect(ticket != nil)
    let time = interlocking.station.ageTime
    let facts = interlocking.facts(at: time)
    #expect(facts.actions["gate"]?.isRunning == true)
    // The run ends on its own thread after its facts were read, and before the main actor has its turn.
    scheduler.advance(by: .seconds(2))
    #expect(interlocking["gate"]?.moment.isRunning == false)
    interlocking.answerAwaited(facts, at: time)
    #expect(answer == nil)
    takeTurns()
    #expect(answer == .holds)
  }
}
