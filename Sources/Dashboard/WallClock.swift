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
    self.init(now: WallClock.now)
  }

  /// Local time, from a clock that counts from the beginning of 1970.
  ///
  /// Whole seconds would not do: the same moment would be told as one second or the next, whenever it is asked for.
  init(now: @escaping @Sendable () -> Duration) {
    self.init { ago in
      let (seconds, attoseconds) = (now() - ago).components
      var moment = time_t(attoseconds < 0 ? seconds - 1 : seconds)
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

  private static let now: @Sendable () -> Duration = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
