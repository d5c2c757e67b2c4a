import Board
import Boundary
import FlyingFox
import Foundation
import TestSupport
import Testing

@testable import Jobs

/// Whole boards with servers on the loopback interface that are no Prometheus and no Alertmanager, or behave
/// badly, in real time.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct HostileMonitoringTests {
  private func results(of port: UInt16, timeout: String = "200s") async throws -> [RunOutcome?] {
    let station = try LiveStation(
      """
        alerts: { alerts: { url: 'http://127.0.0.1:\(port)', timeout: \(timeout) } }
        query: { query: { url: 'http://127.0.0.1:\(port)', expr: up, timeout: \(timeout) } }
      """)
    let results = [await station.run("alerts"), await station.run("query")]
    await station.end()
    return results
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[{"])
  func `a server that says nothing more is given up at the time limit`(text: String) async throws {
    let server = try LoopbackServer(.stall(text))
    let expected = RunOutcome.failed(RunFailure(.timedOut, "timed out after 100 ms"))
    try await expectEqual(results(of: server.port, timeout: "100ms"), [expected, expected])
  }

  @Test func `half an answer is none`() async throws {
    let server = try LoopbackServer(.answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[]"))
    let expected = RunOutcome.failed("connection closed in the middle of the answer")
    try await expectEqual(results(of: server.port), [expected, expected])
  }

  @Test func `a page is no answer`() async throws {
    let server = try LoopbackServer(
      .answer("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html>Sign in</html>"))
    try await expectEqual(
      results(of: server.port),
      [
        .failed("the answer is not that of an Alertmanager"),
        .failed("the answer is not that of a Prometheus"),
      ])
  }

  @Test func `a redirect to itself ends`() async throws {
    try await withWebServer { request in
      HTTPResponse.redirect(.found, to: request.path)
    } _: { port in
      let expected = RunOutcome.failed("too many redirects")
      let found = try await results(of: port)
      #expect(found == [expected, expected])
    }
  }

  @Test func `a redirect to a page of another address is no answer`() async throws {
    let page = try LoopbackServer(.answer("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<html></html>"))
    try await withWebServer { _ in
      HTTPResponse.redirect(.found, to: "http://127.0.0.1:\(page.port)/login")
    } _: { port in
      let found = try await results(of: port)
      #expect(found.first == .failed("the answer is not that of an Alertmanager"))
    }
  }

  @Test func `a huge answer is cut off`() async throws {
    let alert = #"{"labels":{"alertname":"A"},"status":{"state":"active"}},"#
    let body = Data(("[" + String(repeating: alert, count: 200_000)).utf8)
    try await withWebServer { _ in
      HTTPResponse(statusCode: .ok, body: body)
    } _: { port in
      let expected = RunOutcome.failed("the answer is longer than 8 MiB")
      let found = try await results(of: port)
      #expect(found == [expected, expected])
    }
  }

  @Test func `JSON that is nested very deeply is no answer`() async throws {
    let body = Data(String(repeating: "[", count: 100_000).utf8)
    try await withWebServer { _ in
      HTTPResponse(statusCode: .ok, body: body)
    } _: { port in
      let failures = try await results(of: port).map { $0?.failure ?? "" }
      #expect(!failures.isEmpty && failures.allSatisfy { $0.hasPrefix("the answer is not that") })
    }
  }

  @Test func `nobody who listens is a failure, and delays no action`() async throws {
    try await withClosedPort { port in
      let expected = RunOutcome.failed("connection refused")
      let found = try await results(of: port)
      #expect(found == [expected, expected])
    }
  }
}
