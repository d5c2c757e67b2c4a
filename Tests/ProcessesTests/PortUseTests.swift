import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Who listens on a port of this machine.
@Suite(.timeLimit(.minutes(5))) struct PortUseTests {
  /// A socket at an address.
  private final class Listener {
    #if canImport(Darwin)
    private static let kind = SOCK_STREAM
    #else
    private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #endif

    private let descriptor: Int32

    /// Accepts one connection, and ends it first: then it stays in the table of sockets for a while.
    func endOneConnection(from port: UInt16) {
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = port.bigEndian
      inet_pton(AF_INET, "127.0.0.1", &name.sin_addr)
      let client = socket(AF_INET, Self.kind, 0)
      let result = withUnsafePointer(to: &name) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      #expect(result == 0)
      close(accept(descriptor, nil, nil))
      var byte: UInt8 = 0
      #expect(read(client, &byte, 1) == 0)
      close(client)
    }

    /// - Parameter listens: Whether it listens; otherwise it is only bound, and lets others bind to its port.
    init?(_ address: String, _ port: UInt16, listens: Bool = true) {
      let isOld = !address.contains(":")
      descriptor = socket(isOld ? AF_INET : AF_INET6, Self.kind, 0)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
      var old = sockaddr_in()
      old.sin_family = sa_family_t(AF_INET)
      old.sin_port = port.bigEndian
      inet_pton(AF_INET, address, &old.sin_addr)
      var new = sockaddr_in6()
      new.sin6_family = sa_family_t(AF_INET6)
      new.sin6_port = port.bigEndian
      inet_pton(AF_INET6, address, &new.sin6_addr)
      let result =
        isOld
        ? withUnsafePointer(to: &old) { Self.bound(descriptor, $0) }
        : withUnsafePointer(to: &new) { Self.bound(descriptor, $0) }
      guard result == 0, !listens || listen(descriptor, 8) == 0 else { return nil }
    }

    private static func bound<Address>(_ descriptor: Int32, _ address: UnsafePointer<Address>) -> Int32 {
      UnsafeRawPointer(address).withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
  }

  @Test(arguments: ["127.0.0.1", "0.0.0.0", "::1", "::"])
  func `whoever listens is found`(address: String) throws {
    let port = FreePorts.take()
    #expect(PortUse.obstacle(on: port) == nil)
    guard let listener = Listener(address, port) else {
      #expect(address.contains(":"), "this machine has no \(address)")
      return
    }
    let holder = try #require(PortUse.obstacle(on: port))
    #expect(holder.hasSuffix(" listens"))
    #if os(Linux)
    #expect(holder.contains("(pid \(getpid()))"))
    #endif
    withExtendedLifetime(listener) {}
  }

  @Test(.slow) func `whoever listens is found among many`() throws {
    // The kernel gives its table page by page, with some 27 sockets in each.
    let listeners = (1...100).compactMap { _ in
      let port = FreePorts.take()
      return Listener("127.0.0.1", port).map { (port, $0) }
    }
    #expect(listeners.count > 90)
    for (port, _) in listeners {
      let holder = try #require(PortUse.obstacle(on: port))
      #if os(Linux)
      #expect(holder.contains("(pid \(getpid()))"), "\(holder)")
      #endif
    }
    withExtendedLifetime(listeners) {}
  }

  @Test func `of processes with the same socket the oldest is named`() throws {
    let holders = try [(4712, "worker", 900), (4713, "worker", 901), (4800, "main", 899)].map {
      let (process, name, ticks) = $0
      let text = "\(process) (\(name)) S 1 1 1 0 0 0 0 0 0 0 0 0 0 0 20 0 1 0 \(ticks) 4096 1"
      return (process: Int32(process), status: try #require(ProcessStatus(text)))
    }
    #expect(PortUse.owner(among: holders) == "main (pid 4800)")
    #expect(PortUse.owner(among: Array(holders.prefix(2))) == "worker (pid 4712)")
    #expect(PortUse.owner(among: []) == nil)
  }

  @Test func `a port that nobody listens on any more is free`() throws {
    let port = FreePorts.take()
    do {
      let listener = try #require(Listener("127.0.0.1", port))
      #expect(PortUse.of(port) == .taken)
      withExtendedLifetime(listener) {}
    }
    #expect(PortUse.obstacle(on: port) == nil)
  }

  @Test func `connections that have ended do not count`() throws {
    let port = FreePorts.take()
    do {
      let listener = try #require(Listener("127.0.0.1", port))
      listener.endOneConnection(from: port)
    }
    #expect(PortUse.of(port) == .free)
  }

  @Test func `a look does not keep others from listening`() throws {
    let port = FreePorts.take()
    for _ in 0..<100 { #expect(PortUse.of(port) == .free) }
    #expect(Listener("127.0.0.1", port) != nil)
  }

  @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
  func `a port is not free because nobody can look at it`(code: Int32) {
    let use = PortUse.of(FreePorts.take()) { _ in
      errno = code
      return -1
    }
    #expect(use == .unknown(String(cString: strerror(code))))
  }

  @Test func `what is known of one address counts, also if the other one cannot be looked at`() throws {
    let port = FreePorts.take()
    let listener = try #require(Listener("127.0.0.1", port))
    func use(without family: Int32, _ code: Int32) -> PortUse {
      PortUse.of(port) {
        errno = code
        #if canImport(Darwin)
        return $0 == family ? -1 : socket($0, SOCK_STREAM, 0)
        #else
        return $0 == family ? -1 : socket($0, Int32(SOCK_STREAM.rawValue), 0)
        #endif
      }
    }
    #expect(use(without: AF_INET6, EMFILE) == .taken)
    // This machine has no IPv6.
    #expect(use(without: AF_INET6, EAFNOSUPPORT) == .taken)
    withExtendedLifetime(listener) {}
    let free = FreePorts.take()
    #expect(
      PortUse.of(free) { _ in
        errno = EAFNOSUPPORT
        return -1
      } == .free)
  }

  @Test func `a table of sockets names those that listen`() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0 100 0
         1: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0 100
         2: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0 100
         3: 00000000000000000000000001000000:0BB8 0:0000 0A 0:0 00:0 0 1000 0 4713 1 0 100

      """
    #expect(SocketTable.listeners(on: 3000, in: table) == ["4711", "4713"])
    #expect(SocketTable.listeners(on: 80, in: table) == ["11"])
    #expect(SocketTable.listeners(on: 81, in: table) == [])
    #expect(SocketTable.listeners(on: 3000, in: "nonsense\n") == [])
  }
}
