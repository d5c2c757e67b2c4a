import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import Testing
import Transfers

@testable import Jobs

/// The history of jobs, in virtual time.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct JobHistoryTests {
  private func runs(_ station: VirtualStation, _ id: String) -> [RunHistory.Entry] {
    station.record(id)?.history.entries ?? []
  }

  @Test func `repeats and starts by a person are distinguished`() throws {
    let station = try VirtualStation("  probe: { simulate: { duration: 1s }, every: 10s }")
    station.startRepeats()
    station.advance(by: .seconds(5))
    station.start("probe")
    station.advance(by: .seconds(6))
    #expect(runs(station, "probe").map(\.cause) == [.clock, .person, .clock])
    #expect(runs(station, "probe").map(\.start) == [.zero, .seconds(5), .seconds(10)])
    #expect(runs(station, "probe").map(\.firstLine) == [0, 2, 4])
  }

  @Test func `a failure that is tolerated is a failure of its own kind`() throws {
    let station = try VirtualStation("  database: { tcp: 'db:1', every: 1s, failures-before-error: 2 }")
    station.network.onConnect { _ in throw NetworkFailure.refused }
    station.startRepeats()
    station.advance(by: .seconds(1))
    #expect(
      runs(station, "database").map(\.ending?.outcome)
        == [.tolerated("connection refused"), .failed("connection refused")])
  }

  @Test func `a retried probe has the latency of its last attempt`() throws {
    let station = try VirtualStation(
      "  load: { simulate: { duration: 1s, fail-every: 2 }, retry: { attempts: 3, backoff: 4s } }")
    station.start("load")
    station.advance(by: .seconds(1))
    station.start("load")
    station.advance(by: .seconds(6))
    let run = try #require(runs(station, "load").last)
    #expect(run.attempts == 2)
    #expect(run.duration == .seconds(6))
    #expect(run.latency == .seconds(1))
  }

  @Test func `the history has timeouts and cancellations`() throws {
    let station = try VirtualStation("  load: { simulate: { duration: 5s }, timeout: 2s }")
    station.start("load")
    station.advance(by: .seconds(2))
    station.start("load")
    station.advance(by: .seconds(1))
    station.cancel("load")
    #expect(
      runs(station, "load").map(\.ending?.outcome) == [
        .failed(RunFailure(.timedOut, "timed out after 2.0 s")), .cancelled,
      ])
    #expect(runs(station, "load").map(\.duration) == [.seconds(2), .seconds(1)])
  }

  @Test func `the history of a probe that repeats a thousand times is bounded`() throws {
    let station = try VirtualStation("  database: { tcp: 'db:1', every: 100ms, quiet: true }")
    station.startRepeats()
    station.advance(by: .seconds(100))
    #expect(runs(station, "database").count == RunHistory.limit)
    #expect(runs(station, "database").last?.number == 1_001)
  }
}
