#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Formats clock times to show.
package struct WallClock: Sendable {
  /// Formats the time a given duration ago, such as "14:03:07".
  let text: @Sendable (_ ago: Duration) -> String
  /// Formats a time given in seconds since 1970.
  let time: @Sendable (_ seconds: UInt32) -> String

  /// The system clock, in local time.
  package init() {
    self.init(now: WallClock.now)
  }

  /// Local time, from a clock that returns the duration since the beginning of 1970.
  ///
  /// The clock must be more precise than a second. Otherwise the same instant, computed as "now minus its
  /// age", would alternate between two seconds.
  init(now: @escaping @Sendable () -> Duration) {
    self.init(
      text: { ago in WallClock.localTime(time_t((now() - ago).components.seconds)) },
      time: { seconds in WallClock.localTime(time_t(seconds)) })
  }

  /// A clock with its own formats.
  package init(
    text: @escaping @Sendable (_ ago: Duration) -> String,
    time: @escaping @Sendable (_ seconds: UInt32) -> String = { "\($0)" }
  ) {
    self.text = text
    self.time = time
  }

  private static func localTime(_ moment: time_t) -> String {
    var moment = moment
    var parts = tm()
    localtime_r(&moment, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { ($0 < 10 ? "0" : "") + "\($0)" }
      .joined(separator: ":")
  }

  private static let now: @Sendable () -> Duration = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
