#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Tells the time of day for people.
public struct WallClock: Sendable {
  /// The time some while ago, such as "14:03:07".
  let text: @Sendable (_ ago: Duration) -> String
  /// The time at a moment, which is in seconds since 1970.
  let time: @Sendable (_ seconds: UInt32) -> String

  /// The clock on the wall: local time.
  public init() {
    self.init(
      text: { ago in WallClock.localTime(time_t((sinceEpoch() - ago).components.seconds)) },
      time: { seconds in WallClock.localTime(time_t(seconds)) })
  }

  /// A clock of another kind.
  public init(
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
}

/// With its fractions: a whole second less another would make the time of one moment go back and forth.
private func sinceEpoch() -> Duration {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
}
