#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Detects the end of the last process of a process tree, without polling.
///
/// A script opens the named pipe at `path` for writing, as a descriptor that all its descendants inherit. The
/// pipe reaches end of file when the last of them ends. A zombie process holds no descriptors.
public final class Lifeline {
  public let path: String
  private let readEnd: Int32

  /// Creates the named pipe. There must be no file at `path`.
  public init(path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw PseudoTerminalError.refused(call: "mkfifo", errno: errno) }
    self.path = path
    readEnd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard readEnd >= 0 else { throw PseudoTerminalError.refused(call: "open of \(path)", errno: errno) }
  }

  deinit {
    close(readEnd)
    unlink(path)
  }

  /// Waits until no process of the tree is alive. Returns false if one is still alive at the deadline. Call
  /// it after the script has opened the pipe.
  public func hasEnded(within timeout: Duration = .patience) -> Bool {
    Deadline(after: timeout).waitUntilReadable(readEnd)
  }

  /// True if a process of the tree is alive now.
  public var isHeld: Bool { !hasEnded(within: .zero) }
}
