#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Standard input, output and error, any of which may be closed when the program starts (`signalbox run build
/// >&-`).
package enum StandardDescriptors {
  /// Opens `/dev/null` for each of the descriptors 0 to 2 that is closed.
  ///
  /// Without it, the next pipe or file that the program opens takes the free number, and a message for
  /// standard error is written into it. Call this before anything else opens a descriptor.
  package static func openMissing() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      // The system assigns the lowest free number, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }
}
