#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Blocks a script until the test releases it. The script waits with `read line < gate`.
///
/// When the gate is deallocated, for example at the end of a failed test, the waiting script continues too.
public final class Gate {
  public let path: String
  private let descriptor: Int32

  /// Creates the named pipe. There must be no file at `path`.
  public init(path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw PseudoTerminalError.refused(call: "mkfifo", errno: errno) }
    self.path = path
    // Opened for reading and writing, so that neither side blocks until the other one opens it.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw PseudoTerminalError.refused(call: "open of \(path)", errno: errno) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// Releases one script, which may start to wait later.
  public func letThrough() {
    var newline = UInt8(ascii: "\n")
    _ = write(descriptor, &newline, 1)
  }
}
