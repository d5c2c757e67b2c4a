import Foundation
import Processes
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server on a port of 127.0.0.1 that treats every connection badly in one way.
final class LoopbackServer: Sendable {
  /// What happens to a connection.
  enum Manner: Sendable {
    /// The request is read, then the connection is reset.
    case reset
    /// The request is read, then the connection is closed.
    case close
    /// These bytes are sent for any request, then the connection is closed.
    case answer(String)
    /// These bytes are sent, and nothing more until the client closes the connection.
    case stall(String)
  }

  let port: UInt16
  /// An element for each connection.
  let accepted: AsyncStream<Void>
  /// An element for each connection that the client has closed during a stall.
  let closed: AsyncStream<Void>
  /// The thread that accepts keeps it open: it would accept connections of a later socket with its number.
  private let listener: OwnedDescriptor

  init(_ manner: Manner) throws {
    let (descriptor, port) = try Self.bind()
    let listener = OwnedDescriptor(descriptor)
    (self.listener, self.port) = (listener, port)
    try #require(systemListen(descriptor, 8) == 0)
    let (closed, continuation) = AsyncStream.makeStream(of: Void.self)
    self.closed = closed
    let (accepted, acceptance) = AsyncStream.makeStream(of: Void.self)
    self.accepted = accepted
    Thread {
      while true {
        let connection = accept(listener.value, nil, nil)
        if connection < 0 { return }
        acceptance.yield()
        Self.treat(connection, manner) { continuation.yield() }
      }
    }
    .start()
  }

  deinit { shutdown(listener.value, Int32(SHUT_RDWR)) }

  private static func treat(_ connection: Int32, _ manner: Manner, onClose: () -> Void) {
    defer { close(connection) }
    _ = read(from: connection)
    switch manner {
    case .close: break
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    case .answer(let text): write(text, to: connection)
    case .stall(let text):
      write(text, to: connection)
      while read(from: connection) > 0 {}
      onClose()
    }
  }

  private static func read(from connection: Int32) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) {
      recv(connection, $0.baseAddress, $0.count, 0)
    }
  }

  private static func write(_ text: String, to connection: Int32) {
    _ = Array(text.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
  }

  /// Binds a socket to a free port of 127.0.0.1. Until it listens, the port refuses connections.
  static func bind() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = try openSocket()
    var address = loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        systemBind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
      }
    }
    try #require(isBound)
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  static func openSocket() throws -> Int32 {
    #if canImport(Darwin)
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    try #require(descriptor >= 0)
    return descriptor
  }

  static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

/// A port of 127.0.0.1 whose queue of connections is full, so that connecting takes for ever.
final class BusyPort: Sendable {
  let port: UInt16
  private let descriptors: [Int32]

  init() throws {
    let (listener, port) = try LoopbackServer.bind()
    try #require(systemListen(listener, 0) == 0)
    self.port = port
    descriptors =
      try [listener]
      + (0..<4).map { _ in
        let descriptor = try LoopbackServer.openSocket()
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var address = LoopbackServer.loopback(port: port)
        _ = withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
          }
        }
        return descriptor
      }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}

/// A port of 127.0.0.1 and ::1 that refuses connections. No other process can listen on it while `body` runs.
func withClosedPort(
  isolation: isolated (any Actor)? = #isolation, _ body: (UInt16) async throws -> Void
) async throws {
  let port = try #require(RefusingPort())
  defer { withExtendedLifetime(port) {} }
  try await body(port.number)
}

/// `listen(2)`
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

/// `bind(2)`, which has the same name as the method that calls it.
private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  bind(descriptor, address, size)
}
