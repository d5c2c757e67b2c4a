#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Times of other machines, by the wall clock of this one.
struct ClusterTimes: Sendable {
  /// The wall clock at the instant zero of the box, in milliseconds since 1970.
  private let zero: Int64

  /// - Parameters:
  ///   - wall: The wall clock in milliseconds since 1970.
  ///   - instant: The same moment on the clock of the box.
  init(wall: Int64, at instant: Duration) { zero = wall - Int64(instant / .milliseconds(1)) }

  /// A moment of the wall clock on the clock of the box.
  func instant(_ wall: Int64) -> Duration { .milliseconds(wall - zero) }

  /// A moment of the clock of the box in words.
  func text(_ instant: Duration) -> String { text(zero + Int64(instant / .milliseconds(1))) }

  /// A moment of the wall clock in words: "14:02:11" today, "2026-11-23 14:02" on other days.
  func text(_ wall: Int64) -> String {
    var now = time(nil)
    var today = tm()
    localtime_r(&now, &today)
    var moment = time_t(wall / 1_000)
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return "?" }
    let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    if (parts.tm_year, parts.tm_yday) == (today.tm_year, today.tm_yday) {
      return "\(clock):\(two(parts.tm_sec))"
    }
    return "\(1900 + Int(parts.tm_year))-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \(clock)"
  }

  private func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
