internal import CSocket
internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A TCP socket that accepts connections.
struct TCPListener {
  let socket: OwnedDescriptor
  let port: UInt16

  /// Listens on the first address of the host. The name of a host is looked up, which blocks.
  /// - Throws: ``ListenRefusal``.
  init(_ address: ListenAddress) throws(ListenRefusal) {
    var hints = addrinfo()
    #if canImport(Darwin)
    hints.ai_socktype = SOCK_STREAM
    #else
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    #endif
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, String(address.port), &hints, &list)
    defer { if list != nil { freeaddrinfo(list) } }
    guard code == 0, let first = list?.pointee else {
      throw ListenRefusal(address, "unknown host (\(String(cString: gai_strerror(code))))")
    }
    guard DescriptorSource.isAvailable else { throw ListenRefusal(address, errno: EMFILE) }
    let descriptor = socket_open_family(first.ai_family)
    guard descriptor >= 0 else { throw ListenRefusal(address, errno: errno) }
    socket = OwnedDescriptor(descriptor)
    var on: CInt = 1
    // The port of a program that has just ended is free at once.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
    guard bind(descriptor, first.ai_addr, first.ai_addrlen) == 0, listen(descriptor, SOMAXCONN) == 0 else {
      throw ListenRefusal(address, errno: errno)
    }
    port = Self.port(of: descriptor)
  }

  /// The address of the client of an accepted connection, without its port.
  static func client(of descriptor: CInt) -> [UInt8] {
    var storage = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      let code = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(descriptor, $0, &size)
      }
      guard code == 0 else { return [] }
      guard storage.pointee.sin6_family == sa_family_t(AF_INET) else {
        return withUnsafeBytes(of: storage.pointee.sin6_addr) { Array($0) }
      }
      return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }
      }
    }
  }

  /// The port of an address in the form of its family, which both have at the same place.
  private static func port(of descriptor: CInt) -> UInt16 {
    var storage = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return code == 0 ? UInt16(bigEndian: storage.sin6_port) : 0
  }
}

/// Why there can be no server at an address.
package struct ListenRefusal: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ address: ListenAddress, _ reason: String) {
    description = "cannot serve metrics on \(address): \(reason)"
  }

  init(_ address: ListenAddress, errno code: CInt) {
    let reason =
      switch code {
      case EADDRINUSE:
        "another program listens there, perhaps another window; choose another port, or 0 for a free one"
      case EADDRNOTAVAIL: "this machine does not have that address"
      case EACCES: "only root may listen on ports below 1024; choose another port"
      default: String(cString: strerror(code))
      }
    self.init(address, reason)
  }
}
