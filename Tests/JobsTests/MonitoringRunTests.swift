import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import Synchronization
import Testing
import Transfers

@testable import Jobs

/// Actions that ask Prometheus and Alertmanager, in virtual time.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct MonitoringRunTests {
  private nonisolated static func scalar(_ number: String) -> HTTPAnswer {
    let text = #"{"status":"success","data":{"resultType":"scalar","result":[1,"\#(number)"]}}"#
    return HTTPAnswer(status: 200, body: Array(text.utf8))
  }

  private nonisolated static func alert(_ state: String) -> HTTPAnswer {
    let text = #"[{"labels":{"alertname":"Slow","a":"1"},"status":{"state":"\#(state)"}}]"#
    return HTTPAnswer(status: 200, body: Array(text.utf8))
  }

  private static let query = """
      load: { query: { url: 'http://prom:9090/', expr: 'a > 1', warn: '> 0.8', fail: '> 0.95' }, every: 10s }
      deploy: { simulate: { duration: 1s }, enabled-if: load.succeeded && load.value < 0.9 }
    """

  private func station(_ actions: String, _ answer: HTTPAnswer) throws -> VirtualStation {
    let station = try VirtualStation(actions)
    station.network.onRequest { _ in answer }
    return station
  }

  private func mayDeploy(_ station: VirtualStation) -> Bool {
    station.interlocking.verdict(on: "deploy").isPassing
  }

  @Test func `a query asks for data of the last three intervals, and its value is shown`() throws {
    let station = try VirtualStation(Self.query)
    let asked = Mutex<[String]>([])
    station.network.onRequest { probe in
      asked.withLock { $0.append("\(probe.url)") }
      return Self.scalar("0.5")
    }
    station.startRepeats()
    #expect(
      asked.withLock(\.self) == ["http://prom:9090/api/v1/query?query=a%20%3E%201&lookback_delta=30000ms"])
    #expect(station.record("load")?.runs.value == "0.5")
    #expect(station.phase("load") == .succeeded)
    #expect(mayDeploy(station))
  }

  @Test func `a warning is an error of low priority beside a success`() throws {
    let station = try station(Self.query, Self.scalar("0.85"))
    station.startRepeats()
    #expect(station.phase("load") == .succeeded)
    #expect(mayDeploy(station))
    let first = try #require(station.interlocking.station.errors.reports.data.first)
    #expect("\(first.error)" == "0.85 is > 0.8")
    #expect(first.priority == .low)
    #expect(station.output("load").last == "succeeded after 0 s, and warns: 0.85 is > 0.8")

    station.network.onRequest { _ in Self.scalar("0.86") }
    station.advance(by: .seconds(10))
    let second = try #require(station.interlocking.station.errors.reports.data.first)
    #expect(second.id == first.id && second.since == first.since)
    #expect(station.errors == ["0.86 is > 0.8"])

    station.network.onRequest { _ in Self.scalar("0.99") }
    station.advance(by: .seconds(10))
    #expect(station.errors == ["0.99 is > 0.95"])
    #expect(station.phase("load") == .failed)

    station.network.onRequest { _ in Self.scalar("0.85") }
    station.advance(by: .seconds(10))
    #expect(station.errors == ["0.85 is > 0.8"])

    station.network.onRequest { _ in Self.scalar("0.1") }
    station.advance(by: .seconds(10))
    #expect(station.errors == [])
  }

  @Test(arguments: [
    (
      400, #"{"status":"error","errorType":"bad_data","error":"parse error"}"#,
      "Prometheus refuses the request: parse error"
    ),
    (503, "<html>", "Prometheus refuses the request: status 503"),
    (200, "<html>", "the answer is not that of a Prometheus"),
    (200, #"{"status":"success","data":{"resultType":"vector","result":[]}}"#, "no data in the last 30 s"),
  ])
  func `an answer that says nothing is a failure`(status: Int, body: String, message: String) throws {
    let station = try station(Self.query, HTTPAnswer(status: status, body: Array(body.utf8)))
    station.startRepeats()
    #expect(station.errors == [message])
  }

  @Test func `an answer that is too long is a failure`() throws {
    let station = try station(Self.query, HTTPAnswer(status: 200, body: [], isCut: true))
    station.startRepeats()
    #expect(station.errors == ["the answer is longer than 8 MiB"])
  }

  @Test func `a success that is not renewed in three intervals is stale`() throws {
    let station = try station(
      """
        load: { query: { url: 'http://prom', expr: a }, every: 10s, failures-before-error: 100 }
        deploy: { simulate: { duration: 1s }, enabled-if: load.succeeded }
      """, Self.scalar("0.5"))
    station.startRepeats()
    station.advance(by: .seconds(100))
    #expect(mayDeploy(station))

    station.network.onRequest { _ in throw NetworkFailure.refused }
    station.advance(by: .seconds(29))
    #expect(mayDeploy(station))
    #expect(station.errors == [])
    station.advance(by: .seconds(1))
    #expect(station.phase("load") == .failed)
    #expect(!mayDeploy(station))
    #expect(station.errors == ["stale: no answer for 30 s"])

    station.network.onRequest { _ in Self.scalar("0.5") }
    station.advance(by: .seconds(10))
    #expect(station.errors == [])
    #expect(mayDeploy(station))
  }

  @Test func `a success becomes stale when nothing repeats any more`() throws {
    let station = try station(Self.query, Self.scalar("0.5"))
    station.startRepeats()
    station.interlocking.stopRepeats()
    station.advance(by: .seconds(31))
    #expect(station.errors == ["stale: no answer for 30 s"])
    // Nothing else can become stale, so there is no timer.
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test func `a result without an interval does not become stale`() throws {
    let station = try station("  load: { query: { url: 'http://prom', expr: a } }", Self.scalar("0.5"))
    station.start("load")
    // The network indicator disappears.
    station.advance(by: .seconds(5))
    #expect(station.scheduler.pendingCount == 0)
    station.advance(by: .seconds(100_000))
    #expect(station.phase("load") == .succeeded)
  }

  @Test(arguments: [(29, ActionStatus.Phase.succeeded), (30, .failed), (-1, .failed)])
  func `a result of an earlier box can be stale`(age: Int, phase: ActionStatus.Phase) throws {
    let board = try Board.parse("actions:\n" + Self.query, file: "test.yml")
    let station = VirtualStation(
      board, results: ["load": RememberedResult(FinishedRun(.succeeded), age: .seconds(age), value: "0.5")])
    #expect(station.phase("load") == phase)
    #expect(mayDeploy(station) == (phase == .succeeded))
  }

  @Test func `alerts that fire are a failure until they are silenced`() throws {
    let station = try VirtualStation(
      "  pages: { alerts: { url: 'http://am', filter: [severity=page] }, every: 10s }")
    let asked = Mutex<[String]>([])
    station.network.onRequest { probe in
      asked.withLock { $0.append("\(probe.url)") }
      return Self.alert("active")
    }
    station.startRepeats()
    #expect(asked.withLock(\.self) == ["http://am/api/v2/alerts?filter=severity%3D%22page%22"])
    #expect(station.errors == ["Slow fires"])
    #expect(station.record("pages")?.runs.value == "1: Slow")
    #expect(station.output("pages").contains("Slow a=1"))

    station.network.onRequest { _ in Self.alert("suppressed") }
    station.advance(by: .seconds(10))
    #expect(station.errors == [])
    #expect(station.record("pages")?.runs.value == "none, 1 silenced")
  }
}
