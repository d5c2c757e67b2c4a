import Board
import Testing
import Transfers

@testable import Jobs

/// Real connections on the loopback interface.
@Suite(.timeLimit(.minutes(15))) struct SocketClientTests {
  private let client = SocketClient()

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `a server is reached`(host: String) async throws {
    let server = try LoopbackServer(.close)
    try await client.connect(to: TCPProbe(host: host, port: server.port))
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
