#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Tells the time of day for people.
public struct WallClock: Sendable {
  private let now: @Sendable () -> time_t

  /// The clock on the wall.
  public init() {
    now = { time(nil) }
  }

  /// A clock that has stopped, for tests: seconds since 1970.
  public init(stoppedAt seconds: Int) {
    now = { time_t(seconds) }
  }

  /// The local time some while ago, such as "14:03:07".
  func text(_ ago: Duration) -> String {
    var moment = now() - time_t(ago.components.seconds)
    var parts = tm()
    localtime_r(&moment, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { ($0 < 10 ? "0" : "") + "\($0)" }
      .joined(separator: ":")
  }
}
