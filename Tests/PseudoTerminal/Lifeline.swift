#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Tells when the last process of a family has ended, without asking again and again.
///
/// A script opens the named pipe at `path` for writing, as a descriptor that all its descendants inherit: the end of the
/// pipe is the end of the last of them. A process that has ended and was not waited for yet holds nothing open.
public final class Lifeline {
  public let path: String
  private let readEnd: Int32

  /// Makes the pipe; `path` must not exist.
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

  /// Waits until none of the family is alive; false if one outlives the deadline. To be asked after the script has opened
  /// the pipe.
  public func hasEnded(within timeout: Duration = .patience) -> Bool {
    Deadline(after: timeout).waitUntilReadable(readEnd)
  }

  /// True if one of the family is alive at this moment.
  public var isHeld: Bool { !hasEnded(within: .zero) }
}
