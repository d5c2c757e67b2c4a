import Board
import Synchronization
import TestSupport
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct SimulationClockTests {
  @Test func `everything happens at its time`() async throws {
    let clock = JumpingClock()
    let network = Simulation(duration: .seconds(6), steps: 2, requests: 2, value: "orders")
    let moments = Recorded<Simulation.Moment>()

    let outcome = try await network.run(number: 1, clock: clock) { event in
      moments.append(.init(clock.now.offset, event))
    }

    #expect(outcome == .succeeded)
    #expect(moments.values == network.schedule(ofRun: 1))
    #expect(clock.now.offset == .seconds(6))
  }

  @Test func `a run that fails reports that at its end`() async throws {
    let clock = JumpingClock()
    let network = Simulation(duration: .seconds(1), failEvery: 2, failure: "503")
    let outcome = try await network.run(number: 2, clock: clock) { _ in }
    #expect(outcome == .failed("503"))
    #expect(clock.now.offset == .seconds(1))
  }

  @Test(.timeLimit(.minutes(15)))
  func `cancelling ends it at once and stops open requests`() async throws {
    let network = Simulation(duration: .seconds(1_000_000))
    let events = Recorded<Simulation.Event>()
    let (started, start) = AsyncStream<Void>.makeStream()
    let run = Task {
      try await network.run(number: 1, clock: ContinuousClock()) { event in
        events.append(event)
        start.yield()
      }
    }
    for await _ in started { break }

    run.cancel()

    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(events.values == [.requestStarted(0), .requestStopped(0)])
  }

  @Test func `a cancelled task starts nothing`() async {
    let events = Recorded<Simulation.Event>()
    let run = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Simulation(duration: .zero).run(number: 1, clock: JumpingClock()) {
        events.append($0)
      }
    }
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(events.values == [])
  }
}

/// A clock on which sleeping takes no time: it jumps to the deadline.
private final class JumpingClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let current = Mutex(Instant(offset: .zero))
  var now: Instant { current.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    current.withLock { $0 = max($0, deadline) }
  }
}
