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

/// The capacity of the pipes that carry the output of commands.
enum OutputPipe {
  /// The usual capacity of a new pipe, in bytes. If it is less, a pipe is only considered less full than it
  /// is.
  static let usualCapacity = 64 * 1024

  /// The most that a user may request without privilege; more than a command prints during a pause.
  private static let largestCapacity = 1024 * 1024

  /// Enlarges a pipe; returns its capacity, or nil if the system refuses.
  static func enlarge(_ descriptor: FileDescriptor) -> Int? {
    #if os(Linux)
    // F_SETPIPE_SZ, which glibc declares only with its extensions.
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
  /// Another command may start before the descriptors are marked, but a command closes all descriptors that
  /// were not passed to it.
  static func outputPipe() throws -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    let pipe = try FileDescriptor.pipe()
    for end in [pipe.readEnd, pipe.writeEnd] {
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
    }
    _ = fcntl(pipe.readEnd.rawValue, F_SETFL, O_NONBLOCK)
    return pipe
  }
}
