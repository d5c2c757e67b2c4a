#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Tells the time of day for people.
public struct WallClock: Sendable {
  /// The time some while ago, such as "14:03:07".
  let text: @Sendable (_ ago: Duration) -> String

  /// The clock on the wall: local time.
  public init() {
    self.init { ago in
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      // Subtracted before it is rounded: the time of one event would be another second with each look otherwise.
      let past = .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec) - ago
      var moment = time_t(past.components.seconds)
      var parts = tm()
      localtime_r(&moment, &parts)
      return [parts.tm_hour, parts.tm_min, parts.tm_sec]
        .map { ($0 < 10 ? "0" : "") + "\($0)" }
        .joined(separator: ":")
    }
  }

  /// A clock of another kind.
  public init(text: @escaping @Sendable (_ ago: Duration) -> String) {
    self.text = text
  }
}
