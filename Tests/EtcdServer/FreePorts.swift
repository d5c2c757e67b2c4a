internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Ports of 127.0.0.1 on which nothing listens. Another process may take them before they are used.
enum FreePorts {
  /// Ports below those that the system chooses for connections, so that none of these takes the port of a
  /// node that has been killed and starts again.
  private static let candidates: ClosedRange<UInt16> = 20_000...32_000

  /// Those that were taken before by this process, whose servers may not listen yet.
  private static let taken = Mutex<Set<UInt16>>([])

  static func take(_ count: Int) -> [UInt16] {
    var ports: [UInt16] = []
    while ports.count < count {
      let port = UInt16.random(in: candidates)
      let isNew = taken.withLock { $0.insert(port).inserted }
      if isNew, isFree(port) { ports.append(port) }
    }
    return ports
  }

  private static func isFree(_ port: UInt16) -> Bool {
    #if canImport(Darwin)
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
