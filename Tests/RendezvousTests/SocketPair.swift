import CSocket
import Foundation
import Processes
import Testing

@testable import Rendezvous

/// Two connected sockets of this process: one as a connection, the other one with bare calls.
@MainActor
final class SocketPair {
  let connection: SocketConnection
  /// The other end. It does not block.
  private(set) var peer: Int32
  private(set) var messages: [SocketMessage] = []
  private(set) var ends: [SocketConnection.End] = []

  init(_ limits: SocketConnection.Limits = .init()) throws {
    let sockets = try Self.sockets()
    peer = sockets[1]
    connection = SocketConnection(OwnedDescriptor(sockets[0]), limits: limits)
    connection.onMessage = { [weak self] in self?.messages.append($0) }
    connection.onClose = { [weak self] in self?.ends.append($0) }
  }

  deinit { if peer >= 0 { Foundation.close(peer) } }

  /// Two connections to each other.
  static func connections() throws -> (SocketConnection, SocketConnection) {
    let sockets = try sockets().map { SocketConnection(OwnedDescriptor($0), limits: .init()) }
    return (sockets[0], sockets[1])
  }

  private static func sockets() throws -> [Int32] {
    var sockets: [Int32] = [-1, -1]
    #if os(Linux)
    let type = Int32(SOCK_STREAM.rawValue)
    #else
    let type = SOCK_STREAM
    #endif
    try #require(socketpair(AF_UNIX, type, 0, &sockets) == 0)
    for socket in sockets {
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    }
    return sockets
  }

  var texts: [String] { messages.map(\.text) }

  func closePeer() {
    Foundation.close(peer)
    peer = -1
  }

  /// Writes from the other end; returns the number of bytes that were accepted.
  @discardableResult
  func write(_ bytes: [UInt8], descriptors: [Int32] = []) -> Int {
    socket_send(peer, bytes, bytes.count, descriptors, descriptors.count)
  }

  @discardableResult
  func write(_ text: String, descriptors: [Int32] = []) -> Int {
    write(Array(text.utf8), descriptors: descriptors)
  }

  /// Reads at the other end; nil at the end, empty if there is nothing.
  func read(_ count: Int = 1 << 16) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = Foundation.read(peer, &bytes, count)
    if received == 0 || (received < 0 && errno != EAGAIN) { return nil }
    return Array(bytes.prefix(max(0, received)))
  }
}
