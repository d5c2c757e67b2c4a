import Board
import Boundary
import Foundation
import TestSupport
import Testing

@testable import Jobs

/// The order in which real programs are asked to end, and in which they do.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct OrderlyEndTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A database, two actions that need it, and one that needs one of these. Each writes when it is asked to
  /// end, and when it ends.
  private func station() async throws -> LiveStation {
    try scratch.write(
      """
      trap 'echo ask $1 >> log; while [ -e hold.$1 ]; do sleep 0.01; done; echo end $1 >> log; exit' TERM
      echo up
      while :; do sleep 0.01; done
      """, to: "program")
    let entries = [("db", ""), ("web", "db.ready"), ("worker", "db.running"), ("client", "web.ready")].map {
      name, needs in
      """
        \(name):
          run: [sh, program, \(name)]
          dir: \(scratch.path)
          service: true
          ready: { line: up }
      \(needs.isEmpty ? "" : "    enabled-if: \(needs)\n")

      """
    }
    let station = try LiveStation(entries.joined())
    for id in ["db", "web", "worker", "client"] {
      station.interlocking.start(id)
      await station.wait { station.record(id)?.service == .ready }
    }
    return station
  }

  private func log() throws -> [String] {
    try String(contentsOfFile: "\(scratch.path)/log", encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Waits until a condition holds that causes no change of the board.
  private func poll(until holds: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(100)
    while !holds(), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
  }

  @Test func `what is needed is asked to end when what needs it has ended`() async throws {
    let station = try await station()
    station.interlocking.endAll()
    await station.interlocking.waitUntilEnded()
    let log = try log()
    #expect(log.count == 8)
    func place(_ line: String) -> Int { log.firstIndex(of: line) ?? -1 }
    #expect(place("end client") < place("ask web"), "\(log)")
    #expect(place("end web") < place("ask db"), "\(log)")
    #expect(place("end worker") < place("ask db"), "\(log)")
    #expect(log.last == "end db", "\(log)")
    // Another start is possible.
    station.interlocking.start("db")
    await station.wait { station.record("db")?.service == .ready }
    await station.end()
  }

  @Test func `those of one rank are asked at the same time, and nothing is asked before its turn`()
    async throws
  {
    let station = try await station()
    for name in ["client", "worker"] { try scratch.write("", to: "hold.\(name)") }
    station.interlocking.endAll()
    // A program may be asked some time after its run is cancelled.
    await poll { (try? log().count) == 2 }
    // Both have been asked, and neither can end.
    #expect(station.interlocking.running.filter(\.moment.isCancelling).map(\.id) == ["worker", "client"])
    try expectEqual(log().sorted(), ["ask client", "ask worker"])
    // A person does not wait for the rest.
    station.interlocking.cancelAll()
    let others = station.interlocking.running.filter { !$0.moment.isCancelling }.map(\.id)
    #expect(others.isEmpty)
    for name in ["client", "worker"] {
      try FileManager.default.removeItem(atPath: "\(scratch.path)/hold.\(name)")
    }
    await station.end()
  }
}
