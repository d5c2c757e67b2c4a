#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Lets a script wait until the test says go: `read line < gate`.
///
/// A script that waits at a gate that is let go, as at the end of a test that failed, goes on too.
public final class Gate {
  public let path: String
  private let descriptor: Int32

  /// Makes the named pipe; `path` must not exist.
  public init(path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw PseudoTerminalError.refused(call: "mkfifo", errno: errno) }
    self.path = path
    // Open for both, so that neither side waits for the other to open it.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw PseudoTerminalError.refused(call: "open of \(path)", errno: errno) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// Lets one script through, now or when it comes.
  public func letThrough() {
    var newline = UInt8(ascii: "\n")
    _ = write(descriptor, &newline, 1)
  }
}
