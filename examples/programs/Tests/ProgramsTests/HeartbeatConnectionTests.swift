import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct HeartbeatConnectionTests {
  private enum Server { case answers, hangs, refuses }

  private let scheduler = TestScheduler()
  private let server = LiveData(data: Server.answers)

  private func makeConnection() -> HeartbeatConnection {
    let answer: @Sendable () async throws -> Void = { [scheduler, server] in
      switch server.data {
      case .answers: try await scheduler.sleep(for: .seconds(1))
      case .hangs: try await scheduler.sleep(for: .seconds(1_000))
      case .refuses: throw Offline()
      }
    }
    return HeartbeatConnection(clock: scheduler, executor: scheduler, open: answer, ping: answer)
  }

  private func record(_ connection: HeartbeatConnection) -> Recorder<String> {
    let text: @Sendable (HeartbeatConnection.Phase?) -> String = { phase in
      switch phase {
      case .connecting: "connecting"
      case .connected: "connected"
      case .waiting(let pause): "waiting \(pause / .seconds(1))"
      case nil: "off"
      }
    }
    return Recorder(connection.phase.map(text), scheduler)
  }

  @Test func `a server that answers stays connected`() {
    let connection = makeConnection()
    let phases = record(connection)
    connection.connect()
    scheduler.advance(by: .seconds(600))
    #expect(phases.lines == ["0: off", "0: connecting", "1: connected"])
  }

  @Test func `a server that hangs is given up after the time limit`() {
    let connection = makeConnection()
    let phases = record(connection)
    connection.connect()
    scheduler.advance(by: .seconds(5))
    server.data = .hangs
    scheduler.advance(by: .seconds(14))
    #expect(phases.lines.suffix(2) == ["14: waiting 1.0", "15: connecting"])
    scheduler.advance(by: .seconds(2))
    #expect(phases.lines.last == "20: waiting 2.0")
  }

  @Test func `the pauses grow, and begin again after a success`() {
    let connection = makeConnection()
    let phases = record(connection)
    server.data = .refuses
    connection.connect()
    scheduler.advance(by: .seconds(150))
    let pauses = phases.values.filter { $0.hasPrefix("waiting") }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { "waiting \($0).0" })
    server.data = .answers
    scheduler.advance(by: .seconds(100))
    #expect(connection.phase.data == .connected)
    server.data = .refuses
    scheduler.advance(by: .seconds(30))
    let later = phases.values.split(separator: "connected").last?.filter { $0.hasPrefix("waiting") }
    #expect(later?.first == "waiting 1.0")
  }

  @Test func `connecting again skips the pause`() {
    let connection = makeConnection()
    let phases = record(connection)
    server.data = .refuses
    connection.connect()
    scheduler.advance(by: .seconds(20))
    server.data = .answers
    connection.connect()
    scheduler.advance(by: .seconds(2))
    #expect(phases.lines.suffix(2) == ["20: connecting", "21: connected"])
  }

  @Test func `the old connection is closed before a new one is opened`() {
    let log = Recorder<String>(scheduler)
    let connection = HeartbeatConnection(clock: scheduler, executor: scheduler) { [scheduler] in
      log.record("opened")
      do {
        try await scheduler.sleep(for: .seconds(4))
      } catch {
        let end = scheduler.now.advanced(by: Duration.seconds(2))
        await Task(executorPreference: scheduler) { try? await scheduler.sleep(until: end) }.value
        log.record("closed")
      }
    } ping: {
    }
    connection.connect()
    scheduler.advance(by: .seconds(1))
    connection.connect()
    scheduler.advance(by: .seconds(5))
    #expect(log.lines == ["0: opened", "3: closed", "3: opened"])
  }

  @Test func `a connection that is switched off or released leaves nothing`() {
    var connection: HeartbeatConnection? = makeConnection()
    connection?.connect()
    scheduler.advance(by: .seconds(15))
    connection?.disconnect()
    scheduler.advance()
    #expect(connection?.phase.data == nil)
    #expect(scheduler.pendingCount == 0)
    connection?.connect()
    scheduler.advance(by: .seconds(15))
    connection = nil
    scheduler.advance()
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a connection that is switched on again does not begin as connected`() {
    let connection = makeConnection()
    connection.connect()
    scheduler.advance(by: .seconds(5))
    connection.disconnect()
    scheduler.advance()
    let phases = record(connection)
    connection.connect()
    scheduler.advance(by: .seconds(5))
    #expect(phases.values == ["off", "connecting", "connected"])
  }
}
