import Board
import Boundary
import Processes
import SignalboxCore
import SignalboxTesting
import Testing
import Transfers

@testable import Jobs

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ProbeRunTests {
  private func station(_ http: String, answer: HTTPAnswer) throws -> VirtualStation {
    let station = try VirtualStation("  api: \(http)")
    station.network.onRequest { _ in answer }
    return station
  }

  @Test func `an answer as expected succeeds and its last line is the value`() throws {
    let station = try station(
      "{ http: 'http://localhost/' }", answer: HTTPAnswer(status: 204, body: Array("up\nall well\n".utf8)))
    station.start("api")
    #expect(station.phase("api") == .succeeded)
    #expect(station.record("api")?.runs.value == "all well")
    #expect(
      station.output("api") == ["run 1 started", "status 204", "up", "all well", "succeeded after 0 s"])
  }

  @Test func `a pattern finds value and progress in the body`() throws {
    let station = try station(
      #"{ http: 'http://localhost/', status: { json: $.state }, progress: { json: $.done, of: 1 } }"#,
      answer: HTTPAnswer(status: 200, body: Array(#"{"state": "green", "done": 1}"#.utf8)))
    station.start("api")
    #expect(station.record("api")?.runs.value == "green")
  }

  @Test(arguments: [
    ("expect: 200", 503, "up", "status 503, not 200"),
    ("expect: [2xx, 404]", 301, "up", "status 301, not 200-299 or 404"),
    ("contains: healthy", 200, "sick", "no \"healthy\" in the answer"),
    ("contains: healthy", 200, "", "no \"healthy\" in the answer"),
  ])
  func `another answer fails`(condition: String, status: Int, body: String, message: String) throws {
    let station = try station(
      "{ http: { url: 'http://localhost/', \(condition) } }",
      answer: HTTPAnswer(status: status, body: Array(body.utf8)))
    station.start("api")
    #expect(station.record("api")?.runs.last.result == .failed(message))
    #expect(station.errors == [message])
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      (#"{"status": "ok", "checks": [{"code": 0}]}"#, nil),
      (#"{"status": "degraded"}"#, #"$.status is "degraded", not "ok""#),
      (#"{"status": "ok"}"#, "$.checks[0].code is missing; expected 0"),
      (#"{"status": null}"#, #"$.status is null, not "ok""#),
      (#"{"status": ["ok"]}"#, #"$.status is a list, not "ok""#),
      (#"{"status": {"ok": 1}}"#, #"$.status is a mapping, not "ok""#),
      (#"{"status": "ok", "checks": [{"code": "0"}]}"#, #"$.checks[0].code is "0", not 0"#),
      (#"{"status": "ok", "checks": [{"code": 2.5}]}"#, "$.checks[0].code is 2.5, not 0"),
      (#"["ok"]"#, #"$.status is missing; expected "ok""#),
      (#"{"status": "ok""#, "the response is not JSON"), ("", "the response is not JSON"),
    ] as [(String, String?)])
  func `an answer must have the expected values of JSON`(body: String, failure: String?) throws {
    let station = try station(
      "{ http: { url: 'http://localhost/', json: { $.status: ok, '$.checks[0].code': 0 } } }",
      answer: HTTPAnswer(status: 200, body: Array(body.utf8)))
    station.start("api")
    #expect(station.record("api")?.runs.last.result?.failure == failure)
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      ("contains: healthy", #"no "healthy" in the first 1 MiB of the answer"#),
      ("json: { $.a: 1 }", "the answer is longer than 1 MiB, too long to be read as JSON"),
    ])
  func `a failure mentions the searched part of a long answer`(condition: String, failure: String) throws {
    let station = try station(
      "{ http: { url: 'http://localhost/', \(condition) } }",
      answer: HTTPAnswer(status: 200, body: Array(#"{"a": 1}"#.utf8), isCut: true))
    station.start("api")
    #expect(station.record("api")?.runs.last.result == .failed(failure))
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      "http: { url: 'http://localhost/', slower-than: 500ms }",
      "tcp: { host: a, port: 1, slower-than: 500ms }",
    ],
    [(500, nil), (501, "took 501 ms, slower than 500 ms")] as [(Int, String?)])
  func `an answer that takes too long is a failure`(work: String, taken: (Int, String?)) throws {
    let (milliseconds, failure) = taken
    let station = try VirtualStation("  probe: { \(work) }")
    let scheduler = station.scheduler
    station.network.onRequest { _ in
      try await scheduler.sleep(for: .milliseconds(milliseconds))
      return HTTPAnswer(status: 200)
    }
    station.network.onConnect { _ in try await scheduler.sleep(for: .milliseconds(milliseconds)) }
    station.start("probe")
    station.advance(by: .seconds(1))
    #expect(station.phase("probe") == (failure == nil ? .succeeded : .failed))
    #expect(station.record("probe")?.runs.last.result?.failure == failure)
  }

  @Test func `the network indicator follows the request`() throws {
    let station = try VirtualStation("  api: { http: 'http://localhost/' }")
    let scheduler = station.scheduler
    station.network.onRequest { _ in
      try await scheduler.sleep(for: .seconds(2))
      return HTTPAnswer(status: 200)
    }
    station.start("api")
    #expect(station.interlocking.station.network.activeRequestCount.data == 1)
    station.advance(by: .seconds(2))
    #expect(station.interlocking.station.network.activeRequestCount.data == 0)
    #expect(station.phase("api") == .succeeded)
  }

  @Test func `a quiet probe is not shown`() throws {
    let station = try VirtualStation(
      "  api: { http: 'http://localhost/', quiet: true }\n  load: { simulate: { duration: 2s }, quiet: true }"
    )
    let scheduler = station.scheduler
    station.network.onRequest { _ in
      try await scheduler.sleep(for: .seconds(2))
      return HTTPAnswer(status: 200)
    }
    station.start("api")
    station.start("load")
    #expect(station.phase("api") == .running)
    #expect(station.phase("load") == .running)
    #expect(station.interlocking.station.network.activeRequestCount.data == 0)
    #expect(station.interlocking.station.activity.state.data.loading == false)
    station.advance(by: .seconds(2))
    #expect(station.phase("api") == .succeeded)
  }

  @Test(arguments: [
    "http: { url: 'http://localhost/', timeout: 3s }", "tcp: { host: db, port: 1, timeout: 3s }",
  ])
  func `a probe without an answer times out`(work: String) throws {
    let station = try VirtualStation("  probe: { \(work) }")
    let scheduler = station.scheduler
    station.network.onRequest { _ in
      try await scheduler.sleep(for: .seconds(60))
      return HTTPAnswer(status: 200)
    }
    station.network.onConnect { _ in try await scheduler.sleep(for: .seconds(60)) }
    station.start("probe")
    station.advance(by: .seconds(3))
    #expect(
      station.record("probe")?.runs.last.result == .failed(RunFailure(.timedOut, "timed out after 3.0 s")))
    #expect(station.interlocking.station.network.activeRequestCount.data == 0)
  }

  @Test func `cancelling ends the request`() throws {
    let station = try VirtualStation("  api: { http: 'http://localhost/' }")
    let scheduler = station.scheduler
    station.network.onRequest { _ in
      try await scheduler.sleep(for: .seconds(60))
      return HTTPAnswer(status: 200)
    }
    station.start("api")
    station.cancel("api")
    #expect(station.phase("api") == .cancelled)
    #expect(station.interlocking.station.network.activeRequestCount.data == 0)
    #expect(station.errors == [])
  }

  @Test func `a connection that succeeds is open`() throws {
    let station = try VirtualStation("  database: { tcp: 'localhost:5432' }")
    station.start("database")
    #expect(station.phase("database") == .succeeded)
    #expect(station.record("database")?.runs.value == "open")
  }

  @Test func `a connection that is refused is a failure`() throws {
    let station = try VirtualStation("  database: { tcp: 'localhost:5432' }")
    station.network.onConnect { _ in throw NetworkFailure.refused }
    station.start("database")
    #expect(station.errors == ["connection refused"])
  }

  @Test(
    arguments: [
      (14 * 86_400, nil), (14 * 86_400 - 1, "the certificate expires in 13 days"),
      (0, "the certificate has expired"), (-1, "the certificate has expired"),
    ] as [(Int64, String?)])
  func `a certificate that expires too soon is a failure`(rest: Int64, failure: String?) throws {
    let now: UInt32 = 1_800_000_000
    let station = try VirtualStation(
      "  api: { http: { url: https://a/, expires-in: 14d } }", wallSeconds: now)
    station.network.onRequest { _ in HTTPAnswer(status: 200, certificateEnd: Int64(now) + rest) }
    station.start("api")
    #expect(station.record("api")?.runs.last.result?.failure == failure)
  }

  @Test func `an answer without a certificate is a failure if one is demanded`() throws {
    let station = try station(
      "{ http: { url: https://a/, expires-in: 14d } }", answer: HTTPAnswer(status: 200))
    station.start("api")
    #expect(station.record("api")?.runs.last.result == .failed("the answer came without a certificate"))
  }

  // MARK: Variables

  @Test func `an address by a variable must have a certificate if its validity is demanded`() throws {
    let station = try VirtualStation("  api: { http: { url: '${URL}', expires-in: 14d } }")
    station.network.onRequest { _ in HTTPAnswer(status: 200, certificateEnd: .max / 2) }
    station.interlocking.start("api", from: try origin("URL=http://a/"))
    station.scheduler.advance()
    #expect(
      station.record("api")?.runs.last.result
        == .failed(RunFailure(.cannotStart, "cannot start: `expires-in` needs an `https` address")))
  }

  private func origin(_ entry: String) throws -> RunOrigin {
    RunOrigin(
      context: try ProcessContext(environment: [Array(entry.utf8)], umask: 0o22, nice: 0, limits: []))
  }

  @Test func `variables in the address and the headers have their values`() throws {
    let station = try VirtualStation(
      "  api: { http: { url: 'http://localhost:${PORT}/x', headers: { Port: 'is ${PORT}' } } }")
    station.network.onRequest { probe in
      #expect(probe.url == "http://localhost:8080/x")
      #expect(probe.headers.map(\.value) == ["is 8080"])
      return HTTPAnswer(status: 200)
    }
    station.interlocking.start("api", from: try origin("PORT=8080"))
    station.scheduler.advance()
    #expect(station.phase("api") == .succeeded)
  }

  @Test(arguments: [
    ("OTHER=1", "cannot start: the environment variable PORT is not set"),
    ("PORT=x", "cannot start: `url` is not an address such as https://example.org/health"),
    ("PORT=70000", "cannot start: `url` must have a port from 1 to 65535"),
    ("PORT=80/ a", "cannot start: `url` is not an address such as https://example.org/health"),
  ])
  func `a value that makes no address is a failure`(entry: String, message: String) throws {
    let station = try VirtualStation("  api: { http: 'http://localhost:${PORT}' }")
    station.interlocking.start("api", from: try origin(entry))
    station.scheduler.advance()
    #expect(station.record("api")?.runs.last.result == .failed(RunFailure(.cannotStart, message)))
  }

  @Test func `a value that makes two headers is a failure`() throws {
    let station = try VirtualStation("  api: { http: { url: http://a/, headers: { A: '${TOKEN}' } } }")
    station.interlocking.start("api", from: try origin("TOKEN=a\r\nB: c"))
    station.scheduler.advance()
    #expect(
      station.record("api")?.runs.last.result
        == .failed(RunFailure(.cannotStart, "cannot start: the header A must be one line")))
  }
}
