import Foundation
import Processes
import SignalboxCore
import TestSupport
import Testing

@testable import Exporter

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@MainActor
@Suite(.timeLimit(.minutes(15))) struct HTTPServerTests {
  /// Timers that fire when the test lets them.
  @MainActor
  private final class Timers {
    private var waiting: [UUID: (delay: Duration, block: @MainActor @Sendable () -> Void)] = [:]
    var count: Int { waiting.count }

    func timer(_ delay: Duration, _ block: @escaping @MainActor @Sendable () -> Void) -> AnyCancellable {
      let id = UUID()
      waiting[id] = (delay, block)
      return AnyCancellable { [weak self] in MainActor.assumeIsolated { self?.waiting[id] = nil } }
    }

    /// Fires all, or those with a delay.
    func fire(_ delay: Duration? = nil) {
      let due = waiting.filter { delay == nil || $0.value.delay == delay }
      for id in due.keys { waiting[id] = nil }
      for timer in due.values { timer.block() }
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

  /// Lets the main queue do what it has to, until a condition holds.
  private func until(_ condition: () -> Bool) async {
    while !condition() {
      await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
    }
  }

  @Test func `a request is answered, and the connection ends`() async throws {
    let server = try server()
    let client = try WebClient(port: server.port)
    client.send(request)
    let answer = try #require(await client.answer())
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n/metrics\n"))
    client.finish()
    await until { server.connectionCount == 0 }
    #expect(timers.count == 0)
  }

  @Test func `it also listens on an IPv6 address`() async throws {
    let server = try server(host: "::1")
    let client = try WebClient(port: server.port, host: "::1")
    client.send(request)
    await expectEqual(client.answer()?.hasSuffix("/metrics\n"), true)
  }

  @Test func `a request may come byte by byte`() async throws {
    let (mine, its) = try socketPair()
    defer { close(mine) }
    let connection = HTTPConnection(OwnedDescriptor(its), requestLimit: 8 << 10) {
      HTTPResponse(.ok, $0.path)
    }
    connection.start()
    for byte in request.utf8 {
      #expect(write(mine, [byte], 1) == 1)
      await until { unreadCount(its) == 0 }
    }
    var answer = [UInt8](repeating: 0, count: 1_000)
    let count = read(mine, &answer, answer.count)
    #expect(String(decoding: answer.prefix(max(0, count)), as: UTF8.self).hasSuffix("/metrics\n"))
  }

  private func socketPair() throws -> (Int32, Int32) {
    var pair: [Int32] = [-1, -1]
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
    // As accepted sockets are.
    #expect(fcntl(pair[1], F_SETFL, fcntl(pair[1], F_GETFL) | O_NONBLOCK) == 0)
    return (pair[0], pair[1])
  }

  /// The number of bytes that have arrived and were not read.
  private func unreadCount(_ descriptor: Int32) -> Int32 {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : 0
  }

  @Test(arguments: ["", "GET /metr", "GET / HTTP/1.1\r\nHost:"])
  func `a client that says nothing more is ended by the time limit`(text: String) async throws {
    let server = try server()
    let client = try WebClient(port: server.port)
    client.send(text)
    await until { server.connectionCount == 1 }
    timers.fire()
    #expect(server.connectionCount == 0)
    let answer = await client.answer()
    #expect(answer ?? "" == "")
  }

  @Test func `a client that goes in the middle of its request leaves nothing`() async throws {
    let server = try server()
    var client: WebClient? = try WebClient(port: server.port)
    client?.send("GET /metr")
    await until { server.connectionCount == 1 }
    client = nil
    await until { server.connectionCount == 0 }
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
    await expectEqual(other.answer()?.hasSuffix("small\n"), true)
    #expect(try #require(await slow.answer()).utf8.count > 20 << 20)
  }

  @Test func `the main actor is free while a large answer is made`() async throws {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let server = try server { _ in
      HTTPResponse(.ok, contentType: "text/plain") {
        if DispatchQueue.getSpecific(key: key) == true { return Array("on the main queue".utf8) }
        return DispatchQueue.main.sync { Array("large\n".utf8) }
      }
    }
    let client = try WebClient(port: server.port)
    client.send(request)
    await expectEqual(client.answer()?.hasSuffix("\r\n\r\nlarge\n"), true)
  }

  @Test func `a client whose time ends while its answer is made leaves nothing`() async throws {
    let timers = timers
    let server = try server { _ in
      HTTPResponse(.ok, contentType: "text/plain") {
        DispatchQueue.main.sync { MainActor.assumeIsolated { timers.fire() } }
        return []
      }
    }
    let client = try WebClient(port: server.port)
    client.send(request)
    #expect(await client.answer() ?? "" == "")
    #expect(server.connectionCount == 0)
  }

  @Test func `a client that does not read is ended by the time limit`() async throws {
    let text = String(repeating: "x", count: 20 << 20)
    let server = try server { _ in HTTPResponse(.ok, text) }
    let client = try WebClient(port: server.port)
    client.send(request)
    await until { server.connectionCount == 1 }
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
    await expectEqual(other.answer()?.hasPrefix("HTTP/1.1 200 "), true)
  }

  @Test(arguments: [HTTPServer.Limits(connectionsOfAddress: 3), HTTPServer.Limits(connections: 3)])
  func `while there are too many connections, a new one takes the place of the oldest that waits`(
    limits: HTTPServer.Limits
  ) async throws {
    let text = String(repeating: "x", count: 20 << 20)
    let server = try server(limits) { HTTPResponse(.ok, $0.path == "/large" ? text : $0.path) }
    let busy = try WebClient(port: server.port)
    busy.send("GET /large HTTP/1.0\r\n\r\n")
    await until { server.connectionCount == 1 && server.waitingCount == 0 }
    let silent = try (0..<2).map { _ in try WebClient(port: server.port) }
    await until { server.connectionCount == 3 }
    let client = try WebClient(port: server.port)
    client.send(request)
    await expectEqual(client.answer()?.hasSuffix("/metrics\n"), true)
    #expect(await silent[0].answer() ?? "" == "")
    silent[1].send(request)
    await expectEqual(silent[1].answer()?.hasSuffix("/metrics\n"), true)
    #expect(try #require(await busy.answer()).utf8.count > 20 << 20)
  }

  @Test func `where no connection waits, a new one takes the place of the oldest`() async throws {
    let text = String(repeating: "x", count: 20 << 20)
    let server = try server(HTTPServer.Limits(connectionsOfAddress: 2)) {
      HTTPResponse(.ok, $0.path == "/large" ? text : $0.path)
    }
    let busy = try (0..<2).map { _ in try WebClient(port: server.port) }
    for client in busy { client.send("GET /large HTTP/1.0\r\n\r\n") }
    await until { server.connectionCount == 2 && server.waitingCount == 0 }
    let client = try WebClient(port: server.port)
    client.send(request)
    await expectEqual(client.answer()?.hasSuffix("/metrics\n"), true)
    withExtendedLifetime(busy) {}
  }

  @Test func `hundreds of slow connections do not delay an answer`() async throws {
    let server = try server()
    let port = server.port
    // Connecting waits for the server, which accepts on this actor.
    let slow = try await Task.detached {
      try (0..<200).map { _ in
        let client = try WebClient(port: port)
        client.send("GET /met")
        return client
      }
    }.value
    let client = try WebClient(port: server.port)
    client.send(request)
    await expectEqual(client.answer()?.hasSuffix("/metrics\n"), true)
    #expect(server.connectionCount <= HTTPServer.Limits().connectionsOfAddress)
    withExtendedLifetime(slow) {}
  }

  @Test func `a request has a second to arrive, and its answer has more`() async throws {
    #expect(HTTPServer.Limits().requestTime == .seconds(1))
    let text = String(repeating: "x", count: 20 << 20)
    let server = try server { _ in HTTPResponse(.ok, text) }
    let (late, busy) = (try WebClient(port: server.port), try WebClient(port: server.port))
    late.send("GET /met")
    busy.send(request)
    await until { server.connectionCount == 2 && server.waitingCount == 1 }
    timers.fire(.seconds(1))
    #expect(server.connectionCount == 1)
    #expect(try #require(await busy.answer()).utf8.count > 20 << 20)
  }

  @Test func `a request that has arrived in time is answered, also if it is read later`() async throws {
    let server = try server()
    let client = try WebClient(port: server.port)
    await until { server.connectionCount == 1 }
    // Nothing reads it before the time is over.
    client.send(request)
    timers.fire(.seconds(1))
    await expectEqual(client.answer()?.hasSuffix("/metrics\n"), true)
    let late = try WebClient(port: server.port)
    await until { server.waitingCount == 1 }
    timers.fire(.seconds(1))
    #expect(server.waitingCount == 0)
    #expect(await late.answer() ?? "" == "")
  }

  @Test func `bytes after the request do not cost the client its answer`() async throws {
    let server = try server()
    let client = try WebClient(port: server.port)
    client.send(request + String(repeating: request, count: 3_000))
    await expectEqual(client.answer()?.hasSuffix("/metrics\n"), true)
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
    await until { (try? WebClient(port: port)) == nil }
  }
}
