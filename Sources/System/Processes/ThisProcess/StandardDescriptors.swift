#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Standard input, output and error, which may be closed when the program starts (`signalbox run build >&-`).
package enum StandardDescriptors {
  /// Opens `/dev/null` for each of the descriptors 0 to 2 that is closed.
  ///
  /// Otherwise, the next pipe or file that the program opens would get the free number, and messages for
  /// standard error would be written to it. Must be called before anything else opens a descriptor.
  package static func openMissing() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      // The system assigns the lowest free number, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }
}
