internal import Dispatch
package import Programs
package import SignalboxCore

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
  /// The time of limits for waits.
  package var scheduler: any Scheduler & Sendable = SharedTimers.queue
  /// Runs a block in a later turn of the main actor.
  package var onMain: @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void = { block in
    DispatchQueue.main.async { MainActor.assumeIsolated { block() } }
  }
  /// Reads which key leaves a program that was entered.
  package var leaveKey: @MainActor () -> LeaveKey = { .usual }
  /// What the exit code of the program means.
  package var exitMap = ExitMap.command
  /// Ends the program. From any thread; the program does not return from this call.
  package var end: @Sendable (End) -> Void

  package init(end: @escaping @Sendable (End) -> Void) { self.end = end }
}
