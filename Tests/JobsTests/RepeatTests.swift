import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing
import Transfers

@testable import Jobs

/// Actions with `every`, which the board starts by itself.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct RepeatTests {
  @Test func `the first run begins at once and the others follow in the interval`() throws {
    let station = try VirtualStation("  probe: { simulate: { duration: 1s }, every: 10s }")
    station.advance(by: .seconds(30))
    #expect(station.record("probe")?.runs.count == 0)

    station.startRepeats()
    #expect(station.phase("probe") == .running)
    station.advance(by: .seconds(9))
    #expect(station.record("probe")?.runs.count == 1)
    station.advance(by: .seconds(1))
    #expect(station.record("probe")?.runs.count == 2)
    station.advance(by: .seconds(20))
    #expect(station.record("probe")?.runs.count == 4)
  }

  @Test func `starting twice is starting once`() throws {
    let station = try VirtualStation("  probe: { simulate: { duration: 1s }, every: 10s }")
    station.startRepeats()
    station.startRepeats()
    station.advance(by: .seconds(11))
    #expect(station.record("probe")?.runs.count == 2)
  }

  @Test func `stopping repeats does not end a run`() throws {
    let station = try VirtualStation("  probe: { simulate: { duration: 3s }, every: 10s }")
    station.startRepeats()
    station.interlocking.stopRepeats()
    station.advance(by: .seconds(60))
    #expect(station.record("probe")?.runs.count == 1)
    #expect(station.phase("probe") == .succeeded)
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a repeat that is due when repeats stop starts nothing`() throws {
    let station = try VirtualStation("  probe: { simulate: { duration: 1s }, every: 10s }")
    station.startRepeats()
    // After the timer has fired, and before the turn of the main actor that it has requested.
    let scheduler = station.scheduler
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(10))) {
      MainActor.assumeIsolated { station.interlocking.stopRepeats() }
    }
    station.advance(by: .seconds(60))
    #expect(station.record("probe")?.runs.count == 1)
  }

  @Test func `a repeat that its guard refuses is skipped`() throws {
    let station = try VirtualStation(
      """
        web: { simulate: { duration: 14s } }
        probe: { simulate: { duration: 1s }, every: 10s, enabled-if: web.running }
      """)
    station.startRepeats()
    station.advance(by: .seconds(5))
    #expect(station.record("probe")?.runs.count == 0)
    station.start("web")
    station.advance(by: .seconds(5))
    #expect(station.record("probe")?.runs.count == 1)
    station.advance(by: .seconds(20))
    #expect(station.record("probe")?.runs.count == 1)
  }

  @Test func `a repeat is skipped while the last one runs`() throws {
    let station = try VirtualStation(
      "  probe: { simulate: { duration: 25s }, every: 10s, while-running: queue }")
    station.startRepeats()
    station.advance(by: .seconds(20))
    #expect(station.record("probe")?.runs.count == 1)
    #expect(station.snapshot("probe")?.state.waiting == 0)
    station.advance(by: .seconds(10))
    #expect(station.record("probe")?.runs.count == 2)
  }

  @Test func `a repeat keeps the result until it ends`() throws {
    let station = try VirtualStation(
      """
        probe: { simulate: { duration: 2s, fail-every: 3, value: fine }, every: 10s }
        deploy: { simulate: { duration: 1s }, enabled-if: probe.succeeded }
      """)
    let blinks = Recorded<Bool?>()
    station.startRepeats()
    station.advance(by: .seconds(2))
    station.interlocking["probe"]?.snapshot.observe(owner: station) {
      blinks.append($0.facts(at: .zero).hasSucceeded)
    }
    station.advance(by: .seconds(8))
    #expect(station.phase("probe") == .running)
    #expect(station.facts("probe")?.hasSucceeded == true)
    #expect(station.record("probe")?.runs.value == "fine")
    #expect(station.interlocking.verdict(on: "deploy").isPassing)
    station.advance(by: .seconds(11))
    #expect(!blinks.values.isEmpty && blinks.values.allSatisfy { $0 == true })

    station.advance(by: .seconds(1))
    #expect(station.facts("probe")?.hasSucceeded == false)
    #expect(station.facts("probe")?.hasFailed == true)
    station.advance(by: .seconds(8))
    #expect(station.phase("probe") == .running)
    #expect(station.facts("probe")?.hasFailed == true)
  }

  @Test func `a start by a person clears the result`() throws {
    let station = try VirtualStation("  probe: { simulate: { duration: 2s }, every: 10s }")
    station.startRepeats()
    station.advance(by: .seconds(5))
    #expect(station.start("probe").refusal == nil)
    #expect(station.facts("probe")?.hasSucceeded == false)
    station.advance(by: .seconds(2))
    #expect(station.facts("probe")?.hasSucceeded == true)
    station.advance(by: .seconds(3))
    #expect(station.phase("probe") == .running)
    #expect(station.facts("probe")?.hasSucceeded == true)
  }

  @Test func `a person may restart a repeat`() throws {
    let station = try VirtualStation(
      "  probe: { simulate: { duration: 2s }, every: 10s, while-running: restart }")
    station.startRepeats()
    station.advance(by: .seconds(11))
    #expect(station.facts("probe")?.hasSucceeded == true)
    station.start("probe")
    #expect(station.facts("probe")?.hasSucceeded == false)
  }

  @Test func `failures are tolerated until there are too many in a row`() throws {
    let station = try VirtualStation("  database: { tcp: 'db:1', every: 1s, failures-before-error: 3 }")
    station.startRepeats()
    #expect(station.facts("database")?.hasSucceeded == true)

    station.network.onConnect { _ in throw NetworkFailure.refused }
    station.advance(by: .seconds(2))
    #expect(station.facts("database")?.hasSucceeded == true)
    #expect(station.facts("database")?.hasFailed == false)
    #expect(station.record("database")?.runs.last.toleratedFailure == "connection refused (2 of 3)")
    #expect(station.errors == [])

    station.advance(by: .seconds(1))
    #expect(station.facts("database")?.hasSucceeded == false)
    #expect(station.facts("database")?.hasFailed == true)
    #expect(station.errors == ["connection refused"])

    station.network.onConnect { _ in }
    station.advance(by: .seconds(1))
    #expect(station.facts("database")?.hasSucceeded == true)
    #expect(station.errors == [])
  }

  @Test func `a success between failures resets the count`() throws {
    let station = try VirtualStation(
      "  probe: { simulate: { duration: 100ms, fail-every: 2 }, every: 1s, failures-before-error: 2 }")
    station.startRepeats()
    station.advance(by: .seconds(9))
    #expect(station.record("probe")?.failuresInARow == 0 || station.record("probe")?.failuresInARow == 1)
    #expect(station.errors == [])
    #expect(station.facts("probe")?.hasSucceeded == true)
  }

  @Test func `a first failure that is tolerated is no success`() throws {
    let station = try VirtualStation("  database: { tcp: 'db:1', failures-before-error: 2 }")
    station.network.onConnect { _ in throw NetworkFailure.refused }
    station.start("database")
    #expect(station.facts("database")?.hasSucceeded == false)
    #expect(station.facts("database")?.hasFailed == false)
    #expect(station.facts("database")?.isIdle == false)
    #expect(station.phase("database") == .tolerated)
    #expect(station.record("database")?.runs.last.toleratedFailure == "connection refused (1 of 2)")

    station.start("database")
    #expect(station.phase("database") == .failed)
  }
}
