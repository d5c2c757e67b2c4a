import Board
import Boundary
import Programs
import SignalboxTesting
import TestSupport
import Testing

@testable import Jobs

/// `on-end: stop-all`, in virtual time.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct StopAllTests {
  private static let board = """
      db: { simulate: { duration: 1h }, start: with-board }
      web: { simulate: { duration: 5s, fail-every: 2, failure: it broke }, enabled-if: db.running, on-end: stop-all }
      worker: { simulate: { duration: 1h }, enabled-if: db.running }
      late: { simulate: { duration: 1h }, start: with-board, enabled-if: web.ended }
    """

  private func station() throws -> VirtualStation {
    let station = try VirtualStation(Self.board)
    station.startRepeats()
    for id in ["web", "worker"] { station.start(id) }
    return station
  }

  @Test func `the end of one run cancels all`() throws {
    let station = try station()
    station.advance(by: .seconds(4))
    #expect(station.interlocking.running.map(\.id) == ["db", "web", "worker"])
    station.advance(by: .seconds(1))
    #expect(station.interlocking.running.isEmpty)
    #expect(station.record("web")?.runs.last.result == .succeeded)
    #expect(station.record("db")?.runs.last.result == .cancelled)
    #expect(station.record("worker")?.runs.last.result == .cancelled)
    var stop = BoardStop(action: "web", outcome: .succeeded)
    stop.isOver = true
    #expect(station.interlocking.lastStop == stop)
    let reason = "everything is being stopped, because `web` has ended"
    #expect(station.interlocking["worker"]?.output.snapshot().map(\.text).contains(reason) == true)
  }

  @Test func `what waits to start with the board does not start any more`() throws {
    let station = try station()
    station.advance(by: .seconds(5))
    #expect(station.facts("web")?.hasEnded == true)
    #expect(station.interlocking.verdict(on: "late") == .passes)
    #expect(station.record("late")?.runs.count == 0)
  }

  @Test func `a cancelled run stops nothing else`() throws {
    let station = try station()
    station.cancel("web")
    station.advance(by: .seconds(10))
    #expect(station.interlocking.lastStop == nil)
    #expect(station.phase("worker") == .running)
  }

  @Test func `people can start everything again, and the next end stops it again`() throws {
    let station = try station()
    station.advance(by: .seconds(5))
    for id in ["db", "web", "worker"] { station.start(id) }
    #expect(station.interlocking.running.count == 3)
    station.advance(by: .seconds(5))
    #expect(station.interlocking.running.isEmpty)
    #expect(station.interlocking.lastStop?.number == 2)
    #expect(station.interlocking.lastStop?.outcome.failure == "it broke")
  }

  @Test func `every start is refused until nothing runs any more`() async throws {
    let gate = "trap 'until [ -e go ]; do sleep 0.01; done; exit' TERM; echo up; while :; do sleep 0.01; done"
    let scratch = try Scratch()
    let station = try LiveStation(
      """
        slow: { run: "\(gate)", dir: \(scratch.path), service: true, ready: { line: up } }
        web: { run: 'exit 3', on-end: stop-all }
        other: { run: 'true' }
      """)
    station.interlocking.start("slow")
    await station.wait { station.record("slow")?.service == .ready }
    _ = await station.run("web")
    await station.wait { station.interlocking.lastStop != nil }
    guard case .refused(let reason) = station.interlocking.start("other") else {
      Issue.record("it was started")
      return
    }
    #expect(reason == "everything is being stopped, because `web` has ended")
    #expect(station.interlocking.lastStop?.isOver == false)
    try scratch.write("", to: "go")
    await station.wait { station.interlocking.lastStop?.isOver == true }
    await expectEqual(station.run("other"), .succeeded)
  }

  @Test func `the run whose end stops everything is not cancelled itself`() async throws {
    let station = try LiveStation("  web: { run: 'exit 3', on-end: stop-all }")
    for number in 1...30 {
      _ = await station.run("web")
      await station.wait {
        station.interlocking.lastStop?.number == number && station.interlocking.lastStop?.isOver == true
      }
      #expect(station.record("web")?.runs.last.result?.failure == "exit code 3")
    }
    #expect(!station.output("web").contains { $0.contains("everything is being stopped") })
  }

  @Test func `an action has ended when it has run and does not run`() throws {
    let station = try VirtualStation(
      "  a: { simulate: { duration: 1s } }\n  b: { simulate: { duration: 1s }, every: 3s }")
    let ended = { (id: String) in station.facts(id)?.hasEnded }
    #expect(ended("a") == false)
    station.start("a")
    #expect(ended("a") == false)
    station.cancel("a")
    #expect(ended("a") == true)
    station.startRepeats()
    #expect(ended("b") == false)
    station.advance(by: .seconds(1))
    #expect(ended("b") == true)
    station.advance(by: .seconds(2))
    #expect(ended("b") == false)
  }
}
