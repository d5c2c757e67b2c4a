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
    self.init(now: WallClock.now)
  }

  /// Local time, from a clock that counts from the beginning of 1970.
  ///
  /// Whole seconds would not do: the same moment would be told as one second or the next, whenever it is asked for.
  init(now: @escaping @Sendable () -> Duration) {
    self.init(
      text: { ago in WallClock.localTime(time_t((now() - ago).components.seconds)) },
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

  private static let now: @Sendable () -> Duration = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
