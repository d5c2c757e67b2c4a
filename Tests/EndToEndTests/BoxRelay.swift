#if os(Linux)
import Foundation
import Glibc
import Rendezvous
import Synchronization
import Testing

/// Stands between the box of a board and front ends that come later: it passes on what both say, except
/// descriptors, knows what was requested, and can say something itself.
final class BoxRelay: Sendable {
  private struct State {
    /// What each process has requested.
    var requests: [Int32: String] = [:]
    /// What the box has said to each process.
    var answers: [Int32: String] = [:]
    var frontEnds: [Int32] = []
  }

  private let listener: Int32
  private let target: String
  private let greeting: String?
  private let state = Mutex(State())

  /// Takes the place of the box in the file of its lock.
  /// - Parameter greeting: What it says to everybody, who then hears nothing of the box; nil to pass on what
  ///   that says.
  init(of board: SharedBoard, saying greeting: String? = nil) throws {
    self.greeting = greeting
    let record = try board.record()
    target = record.socket
    let path = board.sandbox.path(of: "relay")
    listener = Self.socket()
    let isListening = Self.withAddress(path) {
      Glibc.bind(listener, $0, $1) == 0 && listen(listener, 50) == 0
    }
    try #require(isListening, "\(String(cString: strerror(errno)))")
    let fields = ["signalbox 2", "\(record.process)", path, record.board, record.state ?? ""]
    let lock = try board.places().lockFile
    let descriptor = open(lock, O_WRONLY | O_TRUNC)
    try #require(descriptor >= 0)
    let bytes = Array(fields.map { $0 + "\0" }.joined().utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    Thread.detachNewThread { [self] in accept() }
  }

  deinit { close(listener) }

  /// Ends all connections.
  func end() {
    shutdown(listener, Int32(SHUT_RDWR))
    state.withLock { for frontEnd in $0.frontEnds { shutdown(frontEnd, Int32(SHUT_RDWR)) } }
  }

  /// Whether a process has said something.
  func hasSaid(_ text: String, _ process: Int32) -> Bool {
    state.withLock { $0.requests[process]?.contains(text) == true }
  }

  /// Whether the box has said something to a process, which that can read even if the box is killed.
  func hasHeard(_ text: String, _ process: Int32) -> Bool {
    state.withLock { $0.answers[process]?.contains(text) == true }
  }

  /// Says something to all front ends as if the box had.
  func say(_ text: String) {
    for frontEnd in state.withLock({ $0.frontEnds }) { _ = Self.send(Array(text.utf8)[...], to: frontEnd) }
  }

  private func accept() {
    while case let frontEnd = Glibc.accept(listener, nil, nil), frontEnd >= 0 {
      let box = Self.socket()
      guard Self.withAddress(target, { connect(box, $0, $1) == 0 }) else {
        close(frontEnd)
        close(box)
        continue
      }
      state.withLock { $0.frontEnds.append(frontEnd) }
      let process = Self.peer(of: frontEnd)
      if let greeting {
        _ = Self.send(Array(greeting.utf8)[...], to: frontEnd)
        continue
      }
      Thread.detachNewThread { [self] in
        pass(
          from: frontEnd, to: box,
          before: { text in state.withLock { $0.requests[process, default: ""] += text } })
        end([frontEnd, box])
      }
      Thread.detachNewThread { [self] in
        pass(
          from: box, to: frontEnd,
          after: { text in state.withLock { $0.answers[process, default: ""] += text } })
        // A relay that answers counts as the box, and the next box would wait for its end.
        if !isBoxThere { shutdown(listener, Int32(SHUT_RDWR)) }
        end([frontEnd, box])
      }
    }
  }

  private var isBoxThere: Bool {
    let probe = Self.socket()
    defer { close(probe) }
    return Self.withAddress(target) { connect(probe, $0, $1) == 0 }
  }

  /// Ends connections. Their descriptors stay open until the process ends: the other thread may use them.
  private func end(_ connections: [Int32]) {
    for descriptor in connections { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private func pass(
    from: Int32, to: Int32, before: (String) -> Void = { _ in }, after: (String) -> Void = { _ in }
  ) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(from, &buffer, buffer.count, 0), count > 0 {
      let text = String(decoding: buffer[..<count], as: UTF8.self)
      before(text)
      guard Self.send(buffer[..<count], to: to) else { break }
      after(text)
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The process at the other end.
  private static func peer(of connection: Int32) -> Int32 {
    var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    let status = getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
    return status == 0 ? credentials.process : 0
  }

  private static func socket() -> Int32 { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }

  private static func withAddress(_ path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Bool
  {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix(107))) }
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0, size) }
    }
  }
}
#endif
