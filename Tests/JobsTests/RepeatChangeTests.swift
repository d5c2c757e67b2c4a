import Boundary
import SignalboxCore
import SignalboxTesting
import Testing

@testable import Jobs

/// What happens to repeats when the board is replaced.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct RepeatChangeTests {
  @Test func `an unchanged repeat keeps its times`() throws {
    let station = try VirtualStation("  probe: { simulate: { duration: 1s }, every: 10s }")
    station.startRepeats()
    station.advance(by: .seconds(7))

    try station.take(
      "  probe: { title: Probe, simulate: { duration: 1s }, every: 10s }\n  a: { simulate: { duration: 1s } }"
    )

    station.advance(by: .seconds(2))
    #expect(station.record("probe")?.runs.count == 1)
    station.advance(by: .seconds(1))
    #expect(station.record("probe")?.runs.count == 2)
  }

  @Test func `a changed interval begins at once`() throws {
    let station = try VirtualStation("  probe: { simulate: { duration: 1s }, every: 10s }")
    station.startRepeats()
    station.advance(by: .seconds(7))

    try station.take("  probe: { simulate: { duration: 1s }, every: 4s }")

    #expect(station.record("probe")?.runs.count == 2)
    station.advance(by: .seconds(4))
    #expect(station.record("probe")?.runs.count == 3)
    station.advance(by: .seconds(8))
    #expect(station.record("probe")?.runs.count == 5)
  }

  @Test func `changed work begins at once`() throws {
    let station = try VirtualStation("  probe: { simulate: { duration: 1s }, every: 10s }")
    station.startRepeats()
    station.advance(by: .seconds(7))
    try station.take("  probe: { simulate: { duration: 2s }, every: 10s }")
    #expect(station.record("probe")?.runs.count == 1)
    #expect(station.phase("probe") == .running)
    station.advance(by: .seconds(10))
    #expect(station.record("probe")?.runs.count == 2)
  }

  @Test func `an action that is removed or no longer repeats stops`() throws {
    let station = try VirtualStation(
      "  a: { simulate: { duration: 1s }, every: 10s }\n  b: { simulate: { duration: 1s }, every: 10s }")
    station.startRepeats()
    station.advance(by: .seconds(5))
    try station.take("  b: { simulate: { duration: 1s } }")
    station.advance(by: .seconds(30))
    #expect(station.record("b")?.runs.count == 1)
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test func `a new action repeats from the change on`() throws {
    let station = try VirtualStation("  a: { simulate: { duration: 1s } }")
    station.startRepeats()
    try station.take("  a: { simulate: { duration: 1s } }\n  b: { simulate: { duration: 1s }, every: 10s }")
    #expect(station.phase("b") == .running)
    station.advance(by: .seconds(10))
    #expect(station.record("b")?.runs.count == 2)
  }

  @Test func `a board without repeats starts none`() throws {
    let station = try VirtualStation("  a: { simulate: { duration: 1s }, every: 1s }")
    try station.take("  a: { simulate: { duration: 1s }, every: 2s }")
    station.advance(by: .seconds(9))
    #expect(station.record("a")?.runs.count == 0)
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test func `an interval that changes during a run applies after it`() throws {
    let station = try VirtualStation("  a: { simulate: { duration: 3s }, every: 10s }")
    station.startRepeats()
    station.advance(by: .seconds(1))
    try station.take("  a: { simulate: { duration: 3s }, every: 5s }")
    #expect(station.record("a")?.runs.count == 1)
    station.advance(by: .seconds(2))
    #expect(station.record("a")?.runs.count == 2)
    station.advance(by: .seconds(5))
    #expect(station.record("a")?.runs.count == 3)
  }

  @Test func `an action that is removed and added during its run repeats again`() throws {
    let with = "  a: { simulate: { duration: 3s }, every: 10s }\n  b: { simulate: { duration: 1s } }"
    let station = try VirtualStation(with)
    station.startRepeats()
    try station.take("  b: { simulate: { duration: 1s } }")
    station.advance(by: .seconds(1))
    try station.take(with)
    station.advance(by: .seconds(10))
    #expect(station.record("a")?.runs.count == 2)
  }

  @Test func `a repeat that its first start stops does not start again`() {
    let scheduler = TestScheduler()
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) { block in
      scheduler.schedule { MainActor.assumeIsolated { block() } }
    }
    let repeats = Repeats(environment) { .zero }
    var count = 0
    repeats.onBeat = { id in
      count += 1
      repeats.set(id, every: nil)
    }
    repeats.start()
    repeats.set("probe", every: .seconds(1))
    scheduler.advance(by: .seconds(5))
    #expect(count == 1)
  }
}
