internal import CSocket
internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The half of a lock that is no file: a name that the kernel keeps while a process has its descriptor
/// open.
///
/// A lock file can be deleted, with its directory or by a program that tidies up, and the next process
/// would lock another file. Nobody can delete a name. A network namespace has names of its own, and other
/// systems than Linux have none; there the file and the socket of the box are all that there is.
enum KernelName {
  case taken(OwnedDescriptor)
  /// A process of this user has it. Its number is that of the process which took it, and may have ended
  /// since.
  case held(process: Int32?)
  /// There are no such names, or a process of another user has this one, who must not decide what runs.
  case missing

  /// Takes the name of a board if it is free.
  /// - Throws: ``RendezvousError/noBoard(path:reason:)`` if the directory of the board has gone;
  ///   ``RendezvousError/unusable(path:reason:)`` if no descriptor is left.
  static func take(_ board: BoardIdentity) throws(RendezvousError) -> KernelName {
    guard let name = name(of: board) else {
      throw .noBoard(path: board.path, reason: String(cString: strerror(errno)))
    }
    let descriptor = socket_open()
    guard descriptor >= 0 else { throw .refused(board.path) }
    let socket = OwnedDescriptor(descriptor)
    if socket_bind_name(descriptor, name) == 0, listen(descriptor, backlog) == 0 { return .taken(socket) }
    return errno == EADDRINUSE ? holder(of: name) : .missing
  }

  /// Containers may have different boards at the same path, and the same names: the directory tells them
  /// apart.
  private static func name(of board: BoardIdentity) -> String? {
    var status = stat()
    let end = board.path.lastIndex(of: "/") ?? board.path.startIndex
    guard stat(end == board.path.startIndex ? "/" : String(board.path[..<end]), &status) == 0 else {
      return nil
    }
    return "signalbox \(board.hash) \(status.st_dev) \(status.st_ino)"
  }

  /// Who has a name. Nobody accepts connections there: when the queue is full, nobody is known to be a
  /// stranger.
  private static func holder(of name: String) -> KernelName {
    let descriptor = socket_open()
    guard descriptor >= 0 else { return .held(process: nil) }
    let socket = OwnedDescriptor(descriptor)
    guard socket_connect_name(descriptor, name) == 0 else { return .held(process: nil) }
    guard let peer = SocketPeer(socket.value) else { return .held(process: nil) }
    return peer.isOwnUser ? .held(process: peer.process) : .missing
  }

  /// How many connections wait. Each question for the holder is one.
  private static let backlog: Int32 = 16
}
