#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// How this process ends.
package enum ProcessEnd {
  /// Ends the process with an exit status, after what is registered with `atexit`. From any thread.
  package static func withStatus(_ status: Int32) -> Never { exit(status) }

  /// Ends the process by the same signal that it caught, so that a shell sees 128 + signal and stops its own
  /// loop.
  ///
  /// Close the terminal first. Nothing registered with `atexit` runs. From any thread.
  package static func bySignal(_ signal: Int32) -> Never {
    SignalAction.default.install(for: signal)
    raiseUnblocked(signal)
    _exit(128 + signal)
  }

  /// Raises a signal in this thread even if the thread blocks it, as the threads of Dispatch do. Safe in a
  /// signal handler.
  package static func raiseUnblocked(_ signal: Int32) {
    let mask = SignalMask.unblock(signal)
    raise(signal)
    SignalMask.restore(mask)
  }
}
