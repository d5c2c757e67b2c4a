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
      var moment = time(nil) - time_t(ago.components.seconds)
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
