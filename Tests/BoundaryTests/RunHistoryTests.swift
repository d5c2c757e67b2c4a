import Board
import SignalboxCore
import SignalboxTesting
import Testing

@testable import Boundary

@Suite(.timeLimit(.minutes(5))) struct RunHistoryTests {
  private func begin(_ history: inout RunHistory, _ number: Int, at time: Duration) {
    history.begin(number, at: time, cause: .person, input: nil, firstLine: 0)
    history.beginAttempt(of: number, at: time)
  }

  @Test func `the history has a run from its start to its end`() throws {
    var history = RunHistory()
    history.begin(1, at: .seconds(3), cause: .person, input: "staging", firstLine: 17)
    history.beginAttempt(of: 1, at: .seconds(3))
    var run = try #require(history[1])
    #expect(run.start == .seconds(3) && run.cause == .person && run.input == "staging" && run.firstLine == 17)
    #expect(run.attempts == 1 && run.ending == nil && run.duration == nil && run.latency == nil)

    history.end(1, .succeeded, at: .seconds(8))
    run = try #require(history[1])
    #expect(run.ending == .init(outcome: .succeeded, time: .seconds(8)))
    #expect(run.duration == .seconds(5) && run.latency == .seconds(5))
  }

  @Test func `the latency is that of the attempt that succeeded`() {
    var history = RunHistory()
    begin(&history, 1, at: .zero)
    history.beginAttempt(of: 1, at: .seconds(4))
    history.end(1, .succeeded, at: .seconds(5))
    #expect(history[1]?.attempts == 2)
    #expect(history[1]?.duration == .seconds(5))
    #expect(history[1]?.latency == .seconds(1))

    begin(&history, 2, at: .seconds(6))
    history.end(2, .failed("no"), at: .seconds(7))
    #expect(history[2]?.duration == .seconds(1))
    #expect(history[2]?.latency == nil)
  }

  @Test func `the oldest finished runs are dropped`() {
    var history = RunHistory()
    begin(&history, 1, at: .zero)
    for number in 2...1_000 {
      begin(&history, number, at: .seconds(number))
      history.end(number, .succeeded, at: .seconds(number))
    }
    #expect(history.entries.count == RunHistory.limit)
    #expect(history.entries.map(\.number) == [1] + Array(952...1_000))
    #expect(history[500] == nil)

    history.end(1, .cancelled, at: .seconds(2_000))
    #expect(history[1]?.duration == .seconds(2_000))
    begin(&history, 1_001, at: .seconds(2_000))
    #expect(history[1] == nil)
  }

  @Test func `runs at the same time end on their own`() {
    var history = RunHistory()
    begin(&history, 1, at: .zero)
    begin(&history, 2, at: .zero)
    history.end(1, .failed("no"), at: .seconds(1))
    #expect(history[1]?.ending?.outcome == .failed("no"))
    #expect(history[2]?.ending == nil)
  }

  @Test func `all present runs are kept`() {
    var history = RunHistory()
    for number in 1...80 { begin(&history, number, at: .zero) }
    #expect(history.entries.count == 80)
    for number in 1...80 { history.end(number, .succeeded, at: .seconds(number)) }
    #expect(history.entries.allSatisfy { $0.ending != nil })
  }

  @Test func `a long message is truncated`() {
    var history = RunHistory()
    begin(&history, 1, at: .zero)
    history.end(1, .failed(String(repeating: "x", count: 10_000)), at: .zero)
    #expect(history[1]?.ending?.outcome == .failed(String(repeating: "x", count: RunHistory.messageLimit)))
  }
}

/// The history of jobs, in virtual time.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct JobHistoryTests {
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
      runs(station, "load").map(\.ending?.outcome) == [.failed("timed out after 2.0 s"), .cancelled])
    #expect(runs(station, "load").map(\.duration) == [.seconds(2), .seconds(1)])
  }

  @Test func `the history of a probe that repeats thousands of times is bounded`() throws {
    let station = try VirtualStation("  database: { tcp: 'db:1', every: 100ms, quiet: true }")
    station.startRepeats()
    station.advance(by: .seconds(600))
    #expect(runs(station, "database").count == RunHistory.limit)
    #expect(runs(station, "database").last?.number == 6_001)
  }
}
