#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What carries the output of a command.
enum OutputPipe {
  /// What a pipe holds when it is made, in bytes. Where it is less, it only looks less full than it is.
  static let usualCapacity = 64 * 1024

  /// What one user may have without asking anybody, and more than a command prints while we pause.
  private static let largestCapacity = 1024 * 1024

  /// Lets a pipe hold more; returns how much, or nil where the system does not let us.
  static func enlarge(_ descriptor: FileDescriptor) -> Int? {
    #if os(Linux)
    // F_SETPIPE_SZ, which glibc shows only to programs that ask for its extensions.
    let result = fcntl(descriptor.rawValue, 1031, Int32(largestCapacity))
    return result > 0 ? Int(result) : nil
    #else
    return nil
    #endif
  }
}

extension FileDescriptor {
  /// A pipe whose read end does not block.
  ///
  /// Another command may be started before the descriptors are marked, but a command closes all that it was not given.
  static func outputPipe() throws -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    let pipe = try FileDescriptor.pipe()
    for end in [pipe.readEnd, pipe.writeEnd] {
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
    }
    _ = fcntl(pipe.readEnd.rawValue, F_SETFL, O_NONBLOCK)
    return pipe
  }
}
