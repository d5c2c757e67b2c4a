#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// How a process ends when a signal asked it to.
public enum ProcessEnd {
  /// Ends the process by the same signal that it caught, so that a shell sees 128 + signal and stops its own
  /// loop.
  ///
  /// Close the terminal first. Nothing registered with `atexit` runs. From any thread.
  public static func bySignal(_ signal: Int32) -> Never {
    SignalAction.default.install(for: signal)
    raiseUnblocked(signal)
    _exit(128 + signal)
  }

  /// Raises a signal in this thread even if the thread holds it back, as the threads of Dispatch do.
  static func raiseUnblocked(_ signal: Int32) {
    var one = sigset_t()
    var earlier = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, signal)
    pthread_sigmask(SIG_UNBLOCK, &one, &earlier)
    raise(signal)
    pthread_sigmask(SIG_SETMASK, &earlier, nil)
  }
}
