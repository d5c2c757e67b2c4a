import Foundation
import SignalboxCore
import Testing

@testable import Exporter

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@MainActor
@Suite(.timeLimit(.minutes(5))) struct HTTPServerTests {
  /// Timers that fire when the test lets them.
  @MainActor
  private final class Timers {
    private var waiting: [UUID: @MainActor @Sendable () -> Void] = [:]
    var count: Int { waiting.count }

    func timer(_ delay: Duration, _ block: @escaping @MainActor @Sendable () -> Void) -> AnyCancellable {
      let id = UUID()
      waiting[id] = block
      return AnyCancellable { [weak self] in MainActor.assumeIsolated { self?.waiting[id] = nil } }
    }

    func fire() {
      let due = waiting.values
      waiting = [:]
      for block in due { block() }
    }
  }

  private let timers = Timers()
  private let request = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"

  private func server(
    _ limits: HTTPServer.Limits = .init(), host: String = "127.0.0.1",
    answer: @escaping @MainActor (HTTPRequest) -> HTTPResponse = { HTTPResponse(.ok, $0.path) }
  ) throws -> HTTPServer {
    try HTTPServer(
      ListenAddress(host: host, port: 0), limits: limits, timer: timers.timer, answer: answer)
  }

  private func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func `a request is answered, and the connection ends`() async throws {
    let server = try server()
    let client = try WebClient(port: server.port)
    client.send(request)
    let answer = try #require(await client.answer())
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n/metrics\n"))
    client.finish()
    try await until { server.connectionCount == 0 }
    #expect(timers.count == 0)
  }

  @Test func `it also listens on an IPv6 address`() async throws {
    let server = try server(host: "::1")
    let client = try WebClient(port: server.port, host: "::1")
    client.send(request)
    #expect(await client.answer()?.hasSuffix("/metrics\n") == true)
  }

  @Test func `a request may come byte by byte`() async throws {
    let server = try server()
    let client = try WebClient(port: server.port)
    for character in request {
      client.send(String(character))
      try await Task.sleep(for: .microseconds(200))
    }
    #expect(await client.answer()?.hasSuffix("/metrics\n") == true)
  }

  @Test(arguments: ["", "GET /metr", "GET / HTTP/1.1\r\nHost:"])
  func `a client that says nothing more is ended by the time limit`(text: String) async throws {
    let server = try server()
    let client = try WebClient(port: server.port)
    client.send(text)
    try await until { server.connectionCount == 1 }
    timers.fire()
    #expect(server.connectionCount == 0)
    let answer = await client.answer()
    #expect(answer ?? "" == "")
  }

  @Test func `a client that goes in the middle of its request leaves nothing`() async throws {
    let server = try server()
    var client: WebClient? = try WebClient(port: server.port)
    client?.send("GET /metr")
    try await until { server.connectionCount == 1 }
    client = nil
    try await until { server.connectionCount == 0 }
    #expect(timers.count == 0)
  }

  @Test func `an endless request is refused at the limit`() async throws {
    let server = try server(HTTPServer.Limits(request: 1_000))
    let client = try WebClient(port: server.port)
    client.send("GET /" + String(repeating: "a", count: 100_000))
    let answer = await client.answer()
    #expect(answer?.hasPrefix("HTTP/1.1 431 ") == true)
  }

  @Test func `a client that reads slowly gets everything, and others are answered meanwhile`() async throws {
    let text = String(repeating: "x", count: 20 << 20)
    let server = try server { HTTPResponse(.ok, $0.path == "/large" ? text : "small") }
    let slow = try WebClient(port: server.port)
    slow.send("GET /large HTTP/1.0\r\n\r\n")
    let other = try WebClient(port: server.port)
    other.send(request)
    #expect(await other.answer()?.hasSuffix("small\n") == true)
    #expect(try #require(await slow.answer()).utf8.count > 20 << 20)
  }

  @Test func `a client that does not read is ended by the time limit`() async throws {
    let text = String(repeating: "x", count: 20 << 20)
    let server = try server { _ in HTTPResponse(.ok, text) }
    let client = try WebClient(port: server.port)
    client.send(request)
    try await until { server.connectionCount == 1 }
    timers.fire()
    #expect(server.connectionCount == 0)
    #expect(await client.answer().map { $0.utf8.count < 20 << 20 } ?? true)
  }

  @Test func `a client that goes before the answer does not end the program`() async throws {
    let server = try server { _ in HTTPResponse(.ok, String(repeating: "x", count: 20 << 20)) }
    var client: WebClient? = try WebClient(port: server.port)
    client?.send(request)
    client = nil
    let other = try WebClient(port: server.port)
    other.send(request)
    #expect(await other.answer()?.hasPrefix("HTTP/1.1 200 ") == true)
  }

  @Test func `while there are too many connections, others wait for their turn`() async throws {
    let server = try server(HTTPServer.Limits(connections: 3))
    let silent = try (0..<3).map { _ in try WebClient(port: server.port) }
    try await until { server.connectionCount == 3 }
    let client = try WebClient(port: server.port)
    client.send(request)
    try await Task.sleep(for: .milliseconds(20))
    #expect(server.connectionCount == 3)
    timers.fire()
    #expect(await client.answer()?.hasSuffix("/metrics\n") == true)
    withExtendedLifetime(silent) {}
  }

  @Test func `bytes after the request do not cost the client its answer`() async throws {
    let server = try server()
    let client = try WebClient(port: server.port)
    client.send(request + String(repeating: request, count: 3_000))
    #expect(await client.answer()?.hasSuffix("/metrics\n") == true)
  }

  @Test func `an address that another program has is refused in words`() throws {
    let first = try server()
    let address = ListenAddress(host: "127.0.0.1", port: first.port)
    let refusal = #expect(throws: ListenRefusal.self) {
      try HTTPServer(address) { _ in HTTPResponse(.ok, "") }
    }
    #expect(
      refusal?.description
        == "cannot serve metrics on \(address): another program listens there, perhaps another window; "
        + "choose another port, or 0 for a free one")
    withExtendedLifetime(first) {}
  }

  @Test(arguments: [("192.0.2.1", "this machine does not have that address"), ("a b", "unknown host")])
  func `an address that cannot be had is refused in words`(host: String, reason: String) {
    let address = ListenAddress(host: host, port: 0)
    let refusal = #expect(throws: ListenRefusal.self) {
      try HTTPServer(address) { _ in HTTPResponse(.ok, "") }
    }
    #expect(refusal?.description.contains(reason) == true)
  }

  @Test func `a server that is released listens no more`() async throws {
    var server: HTTPServer? = try server()
    let port = try #require(server?.port)
    server = nil
    while (try? WebClient(port: port)) != nil { try await Task.sleep(for: .milliseconds(1)) }
  }
}
