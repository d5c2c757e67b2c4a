import Board
import Boundary
import Foundation
import TestSupport
import Testing

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `restart-with` with real programs.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct RestartWithTests {
  private static let board = """
      db: { run: 'echo $$; exec sleep 1000', service: true, restart: { backoff: 10ms } }
      web:
        run: 'echo $$; exec sleep 1000'
        service: true
        enabled-if: db.ready
        restart-with: db
        restart: { when: never }
      client: { run: 'echo $$; exec sleep 1000', service: true, enabled-if: web.ready, restart-with: [web] }
      other: { run: 'echo $$; exec sleep 1000', service: true, enabled-if: db.ready }
    """

  private func processes(_ id: String, _ station: LiveStation) -> [Int32] {
    station.output(id).compactMap { Int32($0) }
  }

  private func start(_ ids: String...) async throws -> LiveStation {
    let station = try LiveStation(Self.board)
    for id in ids {
      station.interlocking.start(id)
      await station.wait {
        station.record(id)?.service == .ready && self.processes(id, station).count == 1
      }
    }
    return station
  }

  @Test func `what knew a service from before its end is started again, and what knows that`() async throws {
    let station = try await start("db", "web", "client", "other")
    kill(processes("db", station)[0], SIGKILL)
    await station.wait {
      ["db", "web", "client"].allSatisfy { self.processes($0, station).count == 2 }
        && station.record("client")?.service == .ready
    }
    #expect(station.record("web")?.runs.restarts == 1)
    #expect(station.record("web")?.runs.count == 1)
    #expect(station.output("web").contains("db is ready again"))
    #expect(station.output("web").contains("restarted with db"))
    #expect(kill(processes("web", station)[0], 0) != 0, "its first program still runs")
    #expect(processes("other", station).count == 1)
    // Nothing follows by itself.
    #expect(station.record("db")?.runs.restarts == 1)
    await station.end()
  }

  @Test func `also when a person has stopped and started the service`() async throws {
    let station = try await start("db", "web")
    station.interlocking.cancel("db")
    await station.wait { station.interlocking["db"]?.moment.isRunning == false }
    #expect(processes("web", station).count == 1)
    station.interlocking.start("db")
    await station.wait { self.processes("web", station).count == 2 }
    await station.end()
  }

  @Test func `what was started after the end is left alone`() async throws {
    let station = try LiveStation(
      """
        db: { run: 'echo $$; exec sleep 1000', service: true }
        web: { run: 'echo $$; exec sleep 1000', service: true, restart-with: db }
        late: { run: 'echo $$; exec sleep 1000', service: true, restart-with: db }
      """)
    for id in ["db", "web"] {
      station.interlocking.start(id)
      await station.wait { station.record(id)?.service == .ready }
    }
    station.interlocking.cancel("db")
    await station.wait { station.interlocking["db"]?.moment.isRunning == false }
    station.interlocking.start("late")
    await station.wait { self.processes("late", station).count == 1 }
    station.interlocking.start("db")
    await station.wait { self.processes("web", station).count == 2 }
    #expect(processes("late", station).count == 1)
    #expect(station.record("late")?.runs.restarts == 0)
    await station.end()
  }

  @Test func `nothing is restarted with others while everything ends`() async throws {
    let scratch = try Scratch()
    let held = "trap 'until [ -e go ]; do sleep 0.01; done; exit' TERM; echo up; while :; do sleep 0.01; done"
    let station = try LiveStation(
      """
        db: { run: 'echo $$; exec sleep 1000', service: true, restart: { backoff: 10ms } }
        web: { run: 'echo $$; exec sleep 1000', service: true, restart-with: db }
        client: { run: "\(held)", dir: \(scratch.path), service: true, ready: { line: up }, restart-with: web }
      """)
    for id in ["db", "web", "client"] {
      station.interlocking.start(id)
      await station.wait { station.record(id)?.service == .ready }
    }
    station.interlocking.endAll()
    // Its turn comes after that of the other two, and it is killed meanwhile.
    await station.wait { self.processes("db", station).count == 1 }
    kill(processes("db", station)[0], SIGKILL)
    await station.wait { self.processes("db", station).count == 2 && station.record("db")?.service == .ready }
    try scratch.write("", to: "go")
    await station.interlocking.waitUntilEnded()
    #expect(!station.output("web").contains("db is ready again"))
    #expect(processes("web", station).count == 1)
  }

  @Test func `it ends before what it is restarted with`() async throws {
    let scratch = try Scratch()
    let program = """
      trap 'echo ask $1 >> log; sleep $2; echo end $1 >> log; exit' TERM; echo up; while :; do sleep 0.01; done
      """
    try scratch.write(program, to: "program")
    let options = "dir: \(scratch.path), service: true, ready: { line: up }"
    let station = try LiveStation(
      """
        db: { run: [sh, program, db, '0'], \(options) }
        web: { run: [sh, program, web, '0.5'], \(options), restart-with: db }
      """)
    for id in ["db", "web"] {
      station.interlocking.start(id)
      await station.wait { station.record(id)?.service == .ready }
    }
    station.interlocking.endAll()
    await station.interlocking.waitUntilEnded()
    let log = try String(contentsOfFile: "\(scratch.path)/log", encoding: .utf8)
    #expect(log == "ask web\nend web\nask db\nend db\n")
  }
}
