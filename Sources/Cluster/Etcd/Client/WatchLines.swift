#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Cuts what arrives of a watch into lines.
struct WatchLines {
  /// A line that exceeds this size ends the watch.
  static let limit = 4 << 20

  /// The line that has begun.
  private(set) var rest: [UInt8] = []

  /// Whether the line that has begun is too large.
  var isTooLarge: Bool { rest.count > Self.limit }

  /// Returns the lines that are complete now, without their ends, and without empty ones.
  mutating func add(_ part: UnsafeRawBufferPointer) -> [[UInt8]] {
    // Only the new bytes are searched: a long line arrives in many parts.
    var lines: [[UInt8]] = []
    var remaining = part
    while let start = remaining.baseAddress,
      let end = memchr(start, Int32(UInt8(ascii: "\n")), remaining.count)
    {
      let size = UnsafeRawPointer(end) - start
      rest += UnsafeRawBufferPointer(rebasing: remaining[..<size])
      remaining = UnsafeRawBufferPointer(rebasing: remaining[(size + 1)...])
      if isTooLarge { return lines }
      if !rest.isEmpty { lines.append(rest) }
      rest = []
    }
    rest += remaining
    return lines
  }
}
