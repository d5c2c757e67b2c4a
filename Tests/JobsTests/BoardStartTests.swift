import Board
import Boundary
import SignalboxTesting
import Testing

@testable import Jobs

/// `start: with-board`, in virtual time.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct BoardStartTests {
  private static let chain = """
      database: { simulate: { duration: 1h }, start: with-board }
      migrate: { simulate: { duration: 5s }, start: with-board, enabled-if: database.running }
      server: { simulate: { duration: 1h }, start: with-board, enabled-if: migrate.succeeded }
      other: { simulate: { duration: 1s } }
    """

  @Test func `nothing starts before a front end comes`() throws {
    let station = try VirtualStation(Self.chain)
    station.advance(by: .seconds(60))
    #expect(station.record("database")?.runs.count == 0)
    #expect(!station.interlocking.isAttended)
  }

  @Test func `guards order what starts`() throws {
    let station = try VirtualStation(Self.chain)
    station.startRepeats()
    #expect(station.interlocking.isAttended)
    #expect(station.phase("migrate") == .running)
    #expect(station.record("server")?.runs.count == 0)
    station.advance(by: .seconds(5))
    #expect(station.phase("server") == .running)
    #expect(station.record("other")?.runs.count == 0)
    #expect(station.record("server")?.history.entries.first?.cause == .board)
  }

  @Test func `what a person has stopped stays stopped`() throws {
    let station = try VirtualStation(Self.chain)
    station.startRepeats()
    station.cancel("database")
    station.advance(by: .seconds(60))
    #expect(station.record("database")?.runs.count == 1)
    station.interlocking.stopRepeats()
    station.startRepeats()
    #expect(station.record("database")?.runs.count == 2)
  }

  @Test func `what waits for its guard does not start when all front ends have gone`() throws {
    let station = try VirtualStation(Self.chain)
    station.startRepeats()
    station.interlocking.stopRepeats()
    station.advance(by: .seconds(60))
    #expect(station.phase("migrate") == .succeeded)
    #expect(station.record("server")?.runs.count == 0)
  }

  @Test func `a person starts what would start with the board and it is not started twice`() throws {
    let station = try VirtualStation(Self.chain)
    station.start("database")
    station.cancel("database")
    station.start("database")
    station.startRepeats()
    station.cancel("database")
    station.advance(by: .seconds(60))
    #expect(station.record("database")?.runs.count == 2)
  }

  @Test func `an action that is added to the board starts`() throws {
    let station = try VirtualStation("  other: { simulate: { duration: 1s } }")
    station.startRepeats()
    station.interlocking.take(try Board.parse("actions:\n" + Self.chain, file: "test.yml"))
    station.scheduler.advance()
    #expect(station.phase("database") == .running)
  }
}
