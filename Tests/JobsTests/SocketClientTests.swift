import Board
import Testing
import Transfers

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Real connections on the loopback interface.
@Suite(.timeLimit(.minutes(15))) struct SocketClientTests {
  private let client = SocketClient()

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `a server is reached`(host: String) async throws {
    let server = try LoopbackServer(.close)
    try await client.connect(to: TCPProbe(host: host, port: server.port))
  }

  @Test(.enabled(if: try SixOnlyServer() != nil, "the machine has no IPv6"))
  func `a server that listens on the other family only is reached`() async throws {
    let server = try #require(try SixOnlyServer())
    try await client.connect(to: TCPProbe(host: "localhost", port: server.port))
  }

  @Test(arguments: ["127.0.0.1", "::1", "localhost"])
  func `a port without a server refuses`(host: String) async throws {
    try await withClosedPort { port in
      let failure = await #expect(throws: NetworkFailure.self) {
        try await client.connect(to: TCPProbe(host: host, port: port))
      }
      // A machine may have no IPv6.
      #expect(failure == .refused || (host == "::1" && failure == .unreachable))
    }
  }

  @Test func `connecting ends when it is cancelled`() async throws {
    let busy = try BusyPort()
    await #expect(throws: JobFailure.timedOut(after: .milliseconds(50))) {
      try await withTimeout(.milliseconds(50), on: ContinuousClock()) {
        try await client.connect(to: TCPProbe(host: "127.0.0.1", port: busy.port))
      }
    }
  }

  @Test func `a cancelled task does not connect`() async throws {
    let busy = try BusyPort()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await client.connect(to: TCPProbe(host: "127.0.0.1", port: busy.port))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// A server on a port of `::1` that accepts connections, which wait in its queue.
private final class SixOnlyServer {
  let port: UInt16
  private let descriptor: Int32

  /// Returns nil if the machine has no IPv6.
  init?() throws {
    #if canImport(Darwin)
    let descriptor = socket(AF_INET6, SOCK_STREAM, 0)
    #else
    let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    self.descriptor = descriptor
    if descriptor < 0 { return nil }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin6_port)
    if !isBound { return nil }
  }

  deinit { close(descriptor) }
}
