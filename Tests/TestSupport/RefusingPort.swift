#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A port that refuses connections until this is released: of 127.0.0.1, and of ::1 where that exists, so
/// that `localhost` is refused too.
package final class RefusingPort: Sendable {
  package let number: UInt16
  private let sockets: [BoundSocket]

  /// A port that is free; nil if there is none.
  package convenience init?() {
    for _ in 0..<100 {
      guard let socket = BoundSocket(to: 0), let number = socket.port else { return nil }
      if let other = BoundSocket(toSixth: number) {
        self.init(number, [socket, other])
        return
      }
    }
    return nil
  }

  /// - Parameter number: The port; nil is returned if it is not free.
  convenience init?(_ number: UInt16) {
    guard let socket = BoundSocket(to: number), let other = BoundSocket(toSixth: number) else { return nil }
    self.init(number, [socket, other])
  }

  private init(_ number: UInt16, _ sockets: [BoundSocket]) {
    self.number = number
    self.sockets = sockets
  }
}

/// A socket that is bound and does not listen.
private final class BoundSocket: Sendable {
  private let descriptor: Int32

  /// Binds to a port of 127.0.0.1, or to any that is free if it is 0; nil if that is refused.
  init?(to port: UInt16) {
    descriptor = Self.open(AF_INET)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    guard bound(to: &address) == 0 else { return nil }
  }

  /// Binds to a port of ::1; nil if it is taken. Without that address the port cannot be reached there.
  init?(toSixth port: UInt16) {
    descriptor = Self.open(AF_INET6)
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    if bound(to: &address) == EADDRINUSE { return nil }
  }

  // A socket that could not be opened has no number to close.
  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func open(_ family: Int32) -> Int32 {
    #if canImport(Darwin)
    socket(family, SOCK_STREAM, 0)
    #else
    socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #endif
  }

  /// Binds the socket, and returns the error of the system, or 0.
  private func bound<Address>(to address: inout Address) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0 ? 0 : errno
      }
    }
  }

  var port: UInt16? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
    }
    return isKnown ? UInt16(bigEndian: address.sin_port) : nil
  }
}
