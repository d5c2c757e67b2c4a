#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Why the box of a board cannot be had. The description is one line without a full stop.
package enum RendezvousError: Error, Hashable, CustomStringConvertible {
  /// The board's file cannot be resolved.
  case noBoard(path: String, reason: String)
  /// The password database has no home directory for the user.
  case noHome
  /// A file or a directory cannot be used.
  case unusable(path: String, reason: String)
  /// The path of the socket is longer than the system allows.
  case pathTooLong(String)
  /// Another process has held the lock for the whole time of waiting.
  case held(process: Int32?)
  /// The box has accepted a connection and does not answer.
  case silent(process: Int32?)
  /// No box could be reached, however often one was started.
  case unreachable(process: Int32?)
  /// The process at the other end of the socket belongs to another user.
  case foreign(path: String)
  /// Two boards have the same hash.
  case collision(board: String, other: String)

  package var description: String {
    switch self {
    case .noBoard(let path, let reason), .unusable(let path, let reason): "cannot use \(path): \(reason)"
    case .noHome: "this user has no home directory"
    case .pathTooLong(let path): "the path of the socket is too long for the system: \(path)"
    case .held(let process): "\(Self.name(process)) holds the lock of this board"
    case .silent(let process): "\(Self.name(process)) does not answer"
    case .unreachable(let process): "\(Self.name(process)) cannot be reached"
    case .foreign(let path): "\(path) belongs to a process of another user"
    case .collision(let board, let other): "\(board) and \(other) have the same identifier"
    }
  }

  private static func name(_ process: Int32?) -> String {
    process.map { "the box (process \($0))" } ?? "another process"
  }

  /// The refusal of a system call on a path, with the present value of `errno`.
  static func refused(_ path: String) -> RendezvousError {
    .unusable(path: path, reason: String(cString: strerror(errno)))
  }
}
