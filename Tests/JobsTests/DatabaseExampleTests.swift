import Board
import Boundary
import Foundation
import Processes
import TestSupport
import Testing

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The board `examples/databases.yml` with a real PostgreSQL and a real Redis.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct DatabaseExampleTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func board() throws -> Board {
    let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "examples")
    let data = try Databases.makeDirectory("data", in: scratch)
    let ports = FreePorts.takeRange(of: 6)
    let text = try String(contentsOf: examples.appending(path: "databases.yml"), encoding: .utf8)
      .replacing("port: auto", with: "port: \(ports.lowerBound)..\(ports.upperBound)")
      .replacing("${TMPDIR:-/tmp}/signalbox-shop", with: data)
      .replacing("exec postgres", with: "exec \(Databases.unprivileged)postgres")
      .replacing("|| initdb", with: "|| \(Databases.unprivileged)initdb")
      .replacing("every: 5s", with: "every: 500ms, timeout: 1m")
      .replacing("', every: 500ms, timeout: 1m }\n\n  worker", with: "', every: 500ms }\n\n  worker")
      .replacing("within: 1m", with: "within: never")
      .replacing("restart-with", with: "restart: { backoff: 10ms..1s, limit: 1000 }\n    restart-with")
      .replacing("stop: { signal", with: "restart: { backoff: 100ms..1s, limit: 1000 }\n    stop: { signal")
    return try Board.parse(text, file: "databases.yml")
  }

  private static let services = ["postgres", "redis", "server", "worker"]

  private func waitUntilReady(_ station: LiveStation) async {
    await station.wait { Self.services.allSatisfy { station.record($0)?.service == .ready } }
  }

  private func attempts(_ id: String, _ station: LiveStation) -> Int {
    station.record(id)?.present.last?.attempts ?? 0
  }

  @Test(
    .slow,
    .enabled(if: Databases.postgres != nil, "PostgreSQL is not installed: apt install postgresql"),
    .enabled(if: Databases.hasRedis, "Redis is not installed: apt install redis-server"),
    .enabled(if: Databases.hasPython, "Python is not installed: apt install python3"))
  func `everything starts in order, survives the end of a database, and ends in order`() async throws {
    let station = LiveStation(try board())
    station.interlocking.startRepeats()
    await waitUntilReady(station)
    let ports = HostedBoard(station.interlocking).situation.actions.compactMap(\.port)
    #expect(Set(ports).count == 3)

    await expectEqual(station.run("order"), .succeeded)
    await station.wait { station.output("worker").contains("packed order 1") }

    let before = Dictionary(uniqueKeysWithValues: Self.services.map { ($0, attempts($0, station)) })
    let leader = try #require(station.interlocking["postgres"]?.leaders.first)
    kill(leader, SIGKILL)
    await station.wait {
      ["postgres", "server", "worker"].allSatisfy {
        self.attempts($0, station) > before[$0] ?? 0 && station.record($0)?.service == .ready
      }
    }
    await waitUntilReady(station)
    await station.wait { station.interlocking.verdict(on: "order").isPassing }
    await expectEqual(station.run("order"), .succeeded)
    // The numbers have a gap: what a killed PostgreSQL had taken ahead of its sequence is not given again.
    await station.wait {
      station.output("worker").contains { $0.hasPrefix("packed order ") && $0 != "packed order 1" }
    }

    station.interlocking.stopRepeats()
    station.interlocking.endAll()
    await station.interlocking.waitUntilEnded()
    let end = { (id: String) in station.record(id)?.history.entries.last?.ending?.time ?? .zero }
    for user in ["server", "worker"] {
      for database in ["postgres", "redis"] {
        #expect(end(user) <= end(database), "\(database) ended before \(user)")
      }
    }
    #expect(station.output("postgres").contains { $0.contains("database system is shut down") })
    for port in ports { #expect(PortUse.of(port) == .free) }
  }
}
