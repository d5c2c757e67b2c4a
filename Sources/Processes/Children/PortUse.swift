import Essentials

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whether a program could listen on a port of this machine.
package enum PortUse {
  /// Who listens on a port, or uses it otherwise, such as "node (pid 4711) listens"; nil if it is free.
  ///
  /// Counted are the addresses of the loopback interface and those that stand for all addresses, of IPv4 and
  /// of IPv6. Connections that have ended do not count. Linux names the process, if it is one of this user.
  package static func holder(of port: UInt16) -> String? {
    isTaken(port) ? "\(listener(on: port) ?? "another process") listens" : nil
  }

  /// Whether an attempt to use the port meets another one. A short look: it only takes the port's name.
  package static func isTaken(_ port: UInt16) -> Bool {
    // Linux refuses one address of an interface also if all addresses are in use.
    #if os(Linux)
    let addresses = ["127.0.0.1", "::1"]
    #else
    let addresses = ["127.0.0.1", "::1", "0.0.0.0", "::"]
    #endif
    return addresses.contains { isTaken(port, at: $0) }
  }

  private static func isTaken(_ port: UInt16, at address: String) -> Bool {
    let isOld = !address.contains(":")
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(isOld ? AF_INET : AF_INET6, kind, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
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
    // Another error, such as a port that only root may use, is for the program itself to report.
    return result != 0 && errno == EADDRINUSE
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
    for process in ProcessStatus.processes {
      let holds = ProcessStatus.openFiles(of: process).contains { link in
        link.hasPrefix("socket:[") && inodes.contains(String(link.dropFirst(8).dropLast()))
      }
      if holds, let status = ProcessStatus.of(process) { return "\(status.name) (pid \(process))" }
    }
    #endif
    return nil
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
