internal import CSocket

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The process at the other end of a connection, as the kernel knows it.
package struct SocketPeer: Sendable, Hashable {
  package let user: UInt32
  /// The identifier of the process; nil if it is in a namespace that this process cannot see.
  package let process: Int32?

  /// Nil if the connection has ended.
  init?(_ descriptor: Int32) {
    var peer = socket_peer()
    guard socket_get_peer(descriptor, &peer) == 0 else { return nil }
    user = peer.user
    process = peer.process > 0 ? peer.process : nil
  }

  /// Whether the process belongs to the user of this process.
  package var isOwnUser: Bool { user == geteuid() }
}
