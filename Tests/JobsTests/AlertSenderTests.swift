import Board
import Boundary
import Foundation
import SignalboxCore
import SignalboxTesting
import Synchronization
import Testing
import Transfers

@testable import Jobs

/// Errors that are sent to an Alertmanager, in virtual time.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct AlertSenderTests {
  /// The requests that an Alertmanager has received, and its answer.
  private final class Received: Sendable {
    struct Alert: Decodable {
      let labels: [String: String]
      let annotations: [String: String]
      let startsAt: String
      let endsAt: String
    }

    let requests = Mutex<[(url: String, alerts: [Alert])]>([])
    let answer = Mutex<@Sendable () async throws -> HTTPAnswer>({ HTTPAnswer(status: 200) })

    var count: Int { requests.withLock(\.count) }
    var last: [Alert] { requests.withLock { $0.last?.alerts ?? [] } }
  }

  private static let settings =
    "alertmanager: { url: 'http://am:9093/', labels: { team: web }, every: 30s }\n"

  private func station(
    _ settings: String = settings, _ actions: String = "  db: { tcp: 'db:1', title: Data, every: 10s }",
    wallSeconds: UInt32 = 1_700_000_000
  ) throws -> (station: VirtualStation, box: HostedBoard, received: Received) {
    let board = try Board.parse("title: Shop\n\(settings)actions:\n\(actions)\n", file: "test.yml")
    let station = VirtualStation(board, wallSeconds: wallSeconds)
    let received = Received()
    station.network.onRequest { probe in
      let alerts = try JSONDecoder().decode([Received.Alert].self, from: Data((probe.body ?? "").utf8))
      received.requests.withLock { $0.append(("\(probe.method) \(probe.url)", alerts)) }
      return try await received.answer.withLock(\.self)()
    }
    let box = HostedBoard(station.interlocking)
    box.deliverNotices()
    return (station, box, received)
  }

  private func fail(_ station: VirtualStation) {
    station.network.onConnect { _ in throw NetworkFailure.refused }
  }

  @Test func `an error is sent with its identity, its message and its run`() throws {
    let (station, box, received) = try station()
    fail(station)
    station.startRepeats()
    let alert = try #require(received.last.first)
    #expect(received.requests.withLock { $0.first?.url } == "POST http://am:9093/api/v2/alerts")
    let host = try #require(alert.labels["instance"])
    #expect(!host.isEmpty)
    #expect(
      alert.labels == [
        "alertname": "SignalboxError", "board": "Shop", "action": "db", "priority": "normal", "team": "web",
        "instance": host,
      ])
    #expect(
      alert.annotations == [
        "summary": "Data: connection refused", "message": "connection refused", "run": "1",
      ])
    #expect(alert.startsAt == "2023-11-14T22:13:20Z")
    #expect(alert.endsAt == "2023-11-14T22:14:50Z")
    withExtendedLifetime(box) {}
  }

  @Test func `an error is sent again in the interval, and its end once`() throws {
    let (station, box, received) = try station()
    fail(station)
    station.startRepeats()
    #expect(received.count == 1)
    station.advance(by: .seconds(29))
    #expect(received.count == 1)
    station.advance(by: .seconds(1))
    #expect(received.count == 2)
    station.network.onConnect { _ in }
    station.advance(by: .seconds(10))
    #expect(received.count == 3)
    #expect(received.last.map(\.endsAt) == ["2023-11-14T22:13:20Z"])
    station.interlocking.stopRepeats()
    station.advance(by: .seconds(1_000))
    #expect(received.count == 3)
    #expect(station.scheduler.pendingCount == 0)
    withExtendedLifetime(box) {}
  }

  @Test func `a dismissed error has ended`() throws {
    let (station, box, received) = try station()
    fail(station)
    station.startRepeats()
    box.dismiss(try #require(box.situation.problems.first?.id))
    station.advance(by: .seconds(2))
    #expect(received.count == 2)
    #expect(received.last.map(\.endsAt) == ["2023-11-14T22:13:20Z"])
  }

  @Test func `an Alertmanager that does not answer delays nothing, and is asked again`() throws {
    let (station, box, received) = try station()
    received.answer.withLock { $0 = { throw NetworkFailure.refused } }
    fail(station)
    station.startRepeats()
    station.advance(by: .seconds(20))
    #expect(station.record("db")?.runs.count == 3)
    #expect(received.count > 2)
    let notes = station.output("db").filter { $0.contains("Alertmanager") }
    #expect(notes == ["the Alertmanager does not know of the error: connection refused; it is sent again"])

    received.answer.withLock { $0 = { HTTPAnswer(status: 200) } }
    station.advance(by: .seconds(40))
    #expect(station.output("db").contains("the Alertmanager knows of the error"))
    withExtendedLifetime(box) {}
  }

  @Test func `an Alertmanager that refuses is quoted`() throws {
    let (station, box, received) = try station()
    received.answer.withLock { $0 = { HTTPAnswer(status: 400, body: Array(#""bad label""#.utf8)) } }
    fail(station)
    station.startRepeats()
    #expect(
      station.output("db").contains(
        "the Alertmanager does not know of the error: Alertmanager refuses the request: bad label; it is sent again"
      ))
    withExtendedLifetime(box) {}
  }

  @Test func `a board without an Alertmanager sends nothing`() throws {
    let (station, box, received) = try station("")
    fail(station)
    station.startRepeats()
    station.advance(by: .seconds(100))
    #expect(received.count == 0)
    withExtendedLifetime(box) {}
  }

  @Test func `another Alertmanager receives the errors, and those at the first one end`() throws {
    let (station, box, received) = try station()
    fail(station)
    station.startRepeats()
    let other = Self.settings.replacing("am:9093", with: "other:1")
    box.take(
      try Board.parse(
        "title: Shop\n\(other)actions:\n  db: { tcp: 'db:1', title: Data, every: 10s }\n", file: "test.yml"))
    station.advance(by: .seconds(1))
    let requests = received.requests.withLock(\.self)
    #expect(
      requests.map(\.url).suffix(2).sorted() == [
        "POST http://am:9093/api/v2/alerts", "POST http://other:1/api/v2/alerts",
      ])
    #expect(requests.first { $0.url.contains("am") && $0.alerts[0].endsAt == "2023-11-14T22:13:20Z" } != nil)
  }

  @Test func `after leaving nothing is sent`() throws {
    let (station, box, received) = try station()
    fail(station)
    station.startRepeats()
    let count = received.count
    box.endAll {}
    station.advance(by: .seconds(1_000))
    #expect(received.count == count)
  }
}
