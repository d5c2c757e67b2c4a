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

/// Connects by sockets, to one address of a host after the other.
///
/// No thread blocks for a connection: sockets do not block, and the output thread reports when one is ready.
package struct SocketClient: TCPClient {
  package init() {}

  package func connect(to probe: TCPProbe) async throws {
    var failure = NetworkFailure.unknownHost
    for address in try await SocketAddress.lookUp(host: probe.host, port: probe.port) {
      do {
        return try await connect(to: address)
      } catch let error as NetworkFailure {
        failure = error
      }
    }
    throw failure
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
