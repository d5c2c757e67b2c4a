#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The dependencies of a board without a screen on its program. A test passes pipes, and receives the end as
/// a value.
package struct HeadlessSurroundings: Sendable {
  /// How the program ends.
  package enum End: Sendable, Equatable {
    /// With this exit code.
    case exit(Int32)
    /// By this signal, as a program ends that does not catch it.
    case signal(Int32)
  }

  /// The descriptor that changes and output are written to.
  package var output = STDOUT_FILENO
  /// The descriptor that messages are written to.
  package var messages = STDERR_FILENO
  /// The signals that end the program.
  package var signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// Ends the program. From any thread; the program does not return from this call.
  package var end: @Sendable (End) -> Void

  package init(end: @escaping @Sendable (End) -> Void) { self.end = end }
}
