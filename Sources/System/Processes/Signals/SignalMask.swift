#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The signals that the calling thread blocks.
enum SignalMask {
  /// Unblocks a signal in the calling thread, and returns the mask before. Safe in a signal handler.
  @discardableResult
  static func unblock(_ signal: Int32) -> sigset_t {
    var one = sigset_t()
    var earlier = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, signal)
    pthread_sigmask(SIG_UNBLOCK, &one, &earlier)
    return earlier
  }

  /// Blocks all signals in the calling thread, except those by which the system reports its faults: blocked,
  /// they would end the process without its handler.
  static func blockAll() {
    var all = sigset_t()
    sigfillset(&all)
    for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] { sigdelset(&all, fault) }
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }

  /// Makes this the mask of the calling thread. Safe in a signal handler.
  static func restore(_ mask: sigset_t) {
    var mask = mask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}
