#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Time on a clock that is never set.
enum MonotonicTime {
  /// Milliseconds since an arbitrary moment.
  static var now: Int { microseconds / 1000 }

  /// Microseconds since the same moment.
  static var microseconds: Int { microseconds(of: CLOCK_MONOTONIC) }

  /// The processor time of the calling thread, in microseconds.
  static var ofThread: Int { microseconds(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func microseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
  }
}
