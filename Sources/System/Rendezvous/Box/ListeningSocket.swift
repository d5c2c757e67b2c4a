internal import CSocket
internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A socket at a path that accepts connections.
@MainActor
final class ListeningSocket {
  let path: String
  private let descriptor: Int32
  private let file: FileIdentity?
  private var source: DescriptorSource?
  private let closed = Promise<Bool>()

  /// Replaces the socket at the path. Only the holder of the lock may do this.
  init(_ path: String, onConnection: @escaping @MainActor @Sendable () -> Void) throws(RendezvousError) {
    self.path = path
    descriptor = try UnixSocket.listen(path)
    file = FileIdentity(path)
    source = DescriptorSource(.readable, descriptor, handler: onConnection) { [descriptor, closed] in
      Descriptor.close(descriptor)
      MainActor.assumeIsolated { closed.fulfil(true) }
    }
    source?.setOn(true)
  }

  /// Whether the path still leads to this socket.
  var isAtPath: Bool { file != nil && FileIdentity(path) == file }

  /// Whether connections are reported. They wait while they are not.
  func setOn(_ isOn: Bool) { source?.setOn(isOn) }

  /// The next connection, or nil with the `errno` of the refusal.
  func accept() -> Int32 { socket_accept(descriptor) }

  /// Makes the socket unreachable for those who have not connected yet.
  func removePath() {
    if isAtPath { unlink(path) }
  }

  /// Closes the socket. Connections that were not accepted reach end of file.
  func close() async {
    source = nil
    // If the task is cancelled, the wait goes on: the lock must not be released earlier.
    while await closed.value(within: nil) == nil {}
  }
}
