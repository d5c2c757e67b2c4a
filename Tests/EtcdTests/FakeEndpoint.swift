import Foundation
import Processes
import Synchronization
import TestSupport
import Testing

/// A server on a port of 127.0.0.1 that answers requests of HTTP in ways in which etcd does not.
final class FakeEndpoint: Sendable {
  struct Request: Sendable {
    let path: String
    let headers: String
    let body: String
  }

  enum Reply: Sendable {
    /// The connection remains open after the answer.
    case answer(status: Int = 200, type: String = "application/json", headers: String = "", body: String)
    /// These bytes are sent, and the connection is closed.
    case bytes(String)
    /// These bytes are sent, and nothing more until the client closes the connection.
    case silence(after: String = "")
    /// These bytes are sent, and then 100,000 times the character again and again.
    case endless(after: String, Character)
    case reset

    /// Whether the client waits until the end of its time.
    var isSilence: Bool { if case .silence = self { true } else { false } }
  }

  let port: UInt16
  /// The thread that accepts keeps it open: it would accept connections of a later socket with its number.
  private let listener: OwnedDescriptor
  private let received = Recorded<Request>()
  private let connections = Connections()
  private let reply: @Sendable (Request, _ number: Int) -> Reply

  var url: String { "http://127.0.0.1:\(port)" }

  /// The requests that have arrived with their whole bodies.
  var requests: [Request] { received.values }

  /// - Parameter reply: Returns what happens to a request. They are counted from 0.
  init(_ reply: @escaping @Sendable (Request, _ number: Int) -> Reply) throws {
    let (descriptor, port) = try Self.listen(backlog: 16)
    self.port = port
    listener = OwnedDescriptor(descriptor)
    self.reply = reply
    Thread.detachNewThread { [listener, connections, weak self] in
      while true {
        let connection = accept(listener.value, nil, nil)
        guard connection >= 0 else { break }
        guard connections.add(connection) else { break }
        Thread.detachNewThread { [weak self] in
          Self.serve(connection) { self }
          connections.close(connection)
        }
      }
    }
  }

  convenience init(_ reply: Reply) throws { try self.init { _, _ in reply } }

  deinit {
    shutdown(listener.value, Int32(SHUT_RDWR))
    connections.end()
  }

  /// The open connections: a number is used no more when it is closed.
  private final class Connections: Sendable {
    /// Nil after the end.
    private let open = Mutex<Set<Int32>?>([])

    /// Returns false after the end, and closes the connection then.
    func add(_ connection: Int32) -> Bool {
      open.withLock { open in
        if open?.insert(connection) == nil { Descriptor.close(connection) }
        return open != nil
      }
    }

    func close(_ connection: Int32) {
      open.withLock { open in
        open?.remove(connection)
        Descriptor.close(connection)
      }
    }

    /// Lets all threads that use one notice the end.
    func end() {
      open.withLock { open in
        for connection in open ?? [] { shutdown(connection, Int32(SHUT_RDWR)) }
        open = nil
      }
    }
  }

  private static func serve(_ connection: Int32, _ endpoint: () -> FakeEndpoint?) {
    var pending: [UInt8] = []
    while let request = read(connection, &pending) {
      guard let reply = endpoint()?.reply(to: request) else { return }
      switch reply {
      case .answer(let status, let type, let headers, let body):
        write(
          "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)"
            + "\r\n\(body)", to: connection)
      case .bytes(let text):
        write(text, to: connection)
        return
      case .silence(let text):
        write(text, to: connection)
        while !receive(connection).isEmpty {}
        return
      case .endless(let text, let character):
        write(text, to: connection)
        let more = String(repeating: character, count: 100_000)
        while write(more, to: connection) {}
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        return
      }
    }
  }

  private func reply(to request: Request) -> Reply {
    let number = received.values.count
    received.append(request)
    return reply(request, number)
  }

  /// Reads one request; nil if the client has closed the connection.
  private static func read(_ connection: Int32, _ pending: inout [UInt8]) -> Request? {
    while true {
      let text = String(decoding: pending, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let head = String(text[..<end.lowerBound])
        let size = contentLength(head)
        let body = String(text[end.upperBound...])
        if body.utf8.count >= size {
          pending = Array(body.utf8.dropFirst(size))
          let words = head.split(separator: " ", maxSplits: 2)
          return Request(
            path: words.count > 1 ? String(words[1]) : "", headers: head, body: String(body.prefix(size)))
        }
      }
      let bytes = receive(connection)
      if bytes.isEmpty { return nil }
      pending += bytes
    }
  }

  private static func contentLength(_ head: String) -> Int {
    for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length:") {
      return Int(line.dropFirst("content-length:".count).drop { $0 == " " }) ?? 0
    }
    return 0
  }

  private static func receive(_ connection: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65_536) {
      $1 = max(0, recv(connection, $0.baseAddress, $0.count, 0))
    }
  }

  @discardableResult
  private static func write(_ text: String, to connection: Int32) -> Bool {
    Array(text.utf8).withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let size = send(connection, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, withoutSignal)
        if size <= 0 { return false }
        sent += size
      }
      return true
    }
  }

  // MARK: Ports

  static func listen(backlog: Int32) throws -> (descriptor: Int32, port: UInt16) {
    let (descriptor, port) = try bound()
    try #require(systemListen(descriptor, backlog) == 0)
    return (descriptor, port)
  }

  /// A socket that does not listen: its port refuses connections until it is closed.
  static func bound() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = newSocket()
    try #require(descriptor >= 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var address = loopback(0)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        systemBind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    try #require(isBound)
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  static func newSocket() -> Int32 {
    #if canImport(Darwin)
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    return descriptor
    #else
    return socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
  }

  static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

/// A port of 127.0.0.1 that refuses connections, or one that never accepts them, until this is released.
final class ClosedPort: Sendable {
  let url: String
  private let descriptors: [Int32]

  /// - Parameter isBusy: Whether connecting takes for ever instead of being refused.
  init(isBusy: Bool = false) throws {
    let (descriptor, port) = try isBusy ? FakeEndpoint.listen(backlog: 0) : FakeEndpoint.bound()
    url = "http://127.0.0.1:\(port)"
    // These fill the queue of connections.
    let others = (0..<(isBusy ? 4 : 0)).map { _ in
      let descriptor = FakeEndpoint.newSocket()
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      var address = FakeEndpoint.loopback(port)
      _ = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      return descriptor
    }
    descriptors = [descriptor] + others
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}

/// `listen(2)`
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

/// `bind(2)`
private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  bind(descriptor, address, size)
}

/// A client that has closed the connection must not end this process.
#if canImport(Darwin)
private let withoutSignal: Int32 = 0
#else
private let withoutSignal = Int32(MSG_NOSIGNAL)
#endif
