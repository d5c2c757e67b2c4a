#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The wall clock.
package enum WallTime {
  /// The time since 1970.
  package static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
