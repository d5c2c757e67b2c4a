package import Board
import Processes
import Transfers

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Connects by sockets, to the first address of a host that answers.
///
/// The addresses are tried one after the other; the next one also when the one before has not answered for a
/// moment, and both are awaited then. No thread blocks for a connection: sockets do not block, and the output
/// thread reports when one is ready.
package struct SocketClient: TCPClient {
  /// How long an address has before the next one is tried beside it.
  private static let patience = Duration.milliseconds(250)

  package init() {}

  private enum ConnectionEvent: Sendable {
    case connected
    case failed(any Error)
    /// An address has had its time alone.
    case late
  }

  package func connect(to probe: TCPProbe) async throws {
    guard let host = probe.host, let port = probe.port else { throw TCPProbe.NoAddress() }
    let addresses = try await SocketAddress.lookUp(host: host, port: port)
    try await withThrowingTaskGroup(of: ConnectionEvent.self) { group in
      defer { group.cancelAll() }
      var waiting = addresses[...]
      var attempts = 0
      var failures: [NetworkFailure] = []
      func tryNext() {
        guard let address = waiting.popFirst() else { return }
        attempts += 1
        group.addTask {
          do {
            try await connect(to: address)
            return .connected
          } catch {
            return .failed(error)
          }
        }
        if waiting.isEmpty { return }
        group.addTask {
          try? await Task.sleep(for: Self.patience)
          return .late
        }
      }
      tryNext()
      while let event = try await group.next() {
        switch event {
        case .connected: return
        case .late: tryNext()
        case .failed(let error):
          guard let failure = error as? NetworkFailure else { throw error }
          failures.append(failure)
          attempts -= 1
          if attempts == 0 { tryNext() }
          if attempts == 0 { throw failures.first { $0 == .refused } ?? failures.first ?? .unknownHost }
        }
      }
    }
  }

  private func connect(to address: SocketAddress) async throws {
    let descriptor = FileDescriptor(rawValue: socket(address.family, SocketAddress.stream, 0))
    guard descriptor.rawValue >= 0 else { throw NetworkFailure(errno: errno) }
    defer { try? descriptor.close() }
    _ = fcntl(descriptor.rawValue, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor.rawValue, F_SETFL, O_NONBLOCK)
    if address.withPointer({ systemConnect(descriptor.rawValue, $0, $1) }) == 0 { return }
    guard errno == EINPROGRESS else { throw NetworkFailure(errno: errno) }
    guard let thread = OutputThread.shared else { throw NetworkFailure(errno: EMFILE) }
    await thread.waitUntilWritable(descriptor)
    try Task.checkCancellation()
    var code: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    getsockopt(descriptor.rawValue, SOL_SOCKET, SO_ERROR, &code, &size)
    if code != 0 { throw NetworkFailure(errno: code) }
  }
}

/// `connect(2)`, which has the same name as the method that calls it.
private func systemConnect(
  _ descriptor: CInt, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> CInt {
  connect(descriptor, address, size)
}
