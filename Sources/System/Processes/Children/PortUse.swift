import Essentials

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whether a program could listen on a port of this machine.
package enum PortUse: Sendable, Equatable {
  case free
  /// Somebody listens on it, or uses it otherwise.
  case taken
  /// The system did not let this process look, for this reason.
  case unknown(String)

  /// Why a program could not listen on a port, such as "node (pid 4711) listens"; nil if it is free.
  ///
  /// Counted are the addresses of the loopback interface and those that stand for all addresses, of IPv4 and
  /// of IPv6. Connections that have ended do not count. Linux names the process, if it is one of this user.
  package static func obstacle(on port: UInt16) -> String? {
    switch of(port) {
    case .free: return nil
    case .unknown(let reason): return "\(notKnown): \(reason)"
    case .taken: break
    }
    return "\(listener(on: port) ?? "another process") listens"
  }

  /// What is said of a port that cannot be looked at, before the reason.
  package static let notKnown = "not known whether it is free"

  /// Looks at a port, by an attempt to use it. A short look: it only takes the port's name.
  package static func of(_ port: UInt16) -> PortUse {
    of(port, socket: socket(of:))
  }

  /// - Parameter socket: Makes a socket of an address family; -1 if the system refuses that, with its reason
  ///   in `errno`.
  static func of(_ port: UInt16, socket: (_ family: Int32) -> Int32) -> PortUse {
    // Linux refuses one address of an interface also if all addresses are in use.
    #if os(Linux)
    let addresses = ["127.0.0.1", "::1"]
    #else
    let addresses = ["127.0.0.1", "::1", "0.0.0.0", "::"]
    #endif
    var use = PortUse.free
    for address in addresses {
      switch errorOfUse(of: port, at: address, socket) {
      case EADDRINUSE: return .taken
      case let code? where isOfThisProcess(code): use = .unknown(String(cString: strerror(code)))
      // Without IPv6 there are no such sockets or addresses. What else there is, such as a port that only
      // root may use, is for the program itself to report.
      default: break
      }
    }
    return use
  }

  /// Whether an error says nothing of the port, because this process or the system has too much of something.
  private static func isOfThisProcess(_ code: Int32) -> Bool {
    [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
  }

  /// The error of the system when an address is used; nil for none.
  private static func errorOfUse(
    of port: UInt16, at address: String, _ socket: (_ family: Int32) -> Int32
  ) -> Int32? {
    let isOld = !address.contains(":")
    let descriptor = socket(isOld ? AF_INET : AF_INET6)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if !isOld { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) }
    let result: Int32
    if isOld {
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = port.bigEndian
      inet_pton(AF_INET, address, &name.sin_addr)
      result = withUnsafePointer(to: &name) { bound(descriptor, $0) }
    } else {
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_port = port.bigEndian
      inet_pton(AF_INET6, address, &name.sin6_addr)
      result = withUnsafePointer(to: &name) { bound(descriptor, $0) }
    }
    return result == 0 ? nil : errno
  }

  private static func socket(of family: Int32) -> Int32 {
    #if canImport(Darwin)
    Darwin.socket(family, SOCK_STREAM, 0)
    #else
    Glibc.socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
  }

  private static func bound<Address>(_ descriptor: Int32, _ address: UnsafePointer<Address>) -> Int32 {
    UnsafeRawPointer(address).withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
    }
  }

  /// The process that listens on a port, such as "node (pid 4711)"; nil if it is not visible.
  ///
  /// Every process of the system is examined, which takes some milliseconds.
  private static func listener(on port: UInt16) -> String? {
    #if os(Linux)
    let inodes = Set(
      ["tcp", "tcp6"].flatMap { table in
        SocketTable.listeners(on: port, in: SocketTable.text(of: "/proc/net/\(table)"))
      })
    guard !inodes.isEmpty else { return nil }
    let holders = ProcessStatus.processes.filter { process in
      ProcessStatus.openFiles(of: process).contains { link in
        link.hasPrefix("socket:[") && inodes.contains(String(link.dropFirst(8).dropLast()))
      }
    }
    return owner(among: holders.compactMap { process in ProcessStatus.of(process).map { (process, $0) } })
    #else
    return nil
    #endif
  }

  /// The one of some processes with the same socket that has opened it, such as "node (pid 4711)": the
  /// oldest, since the others have it from that one.
  static func owner(among holders: [(process: Int32, status: ProcessStatus)]) -> String? {
    holders.min { $0.status.startTime < $1.status.startTime }.map { "\($0.status.name) (pid \($0.process))" }
  }
}

/// A table of sockets as Linux writes it in `/proc/net/tcp` and `/proc/net/tcp6`.
enum SocketTable {
  /// The table in a file, which has no size: the kernel gives it page by page.
  static func text(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var table: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &page, page.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return String(decoding: table, as: UTF8.self) }
      table += page[..<count]
    }
  }

  /// The inodes of the sockets that listen on a port.
  static func listeners(on port: UInt16, in table: String) -> [String] {
    let digits = String(port, radix: 16, uppercase: true)
    let end = ":" + String(repeating: "0", count: 4 - digits.count) + digits
    return table.split(separator: "\n").compactMap { line in
      // Number, local address, remote address, state, queues, timer, retransmissions, user, timeout, inode.
      let fields = line.split(separator: " ")
      guard fields.count > 9, fields[1].hasSuffix(end), fields[3] == "0A" else { return nil }
      return String(fields[9])
    }
  }
}
