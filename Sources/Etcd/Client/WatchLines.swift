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
    var remaining = part[...]
    while let end = remaining.firstIndex(of: UInt8(ascii: "\n")) {
      rest += remaining[..<end]
      remaining = remaining[(end + 1)...]
      if isTooLarge { return lines }
      if !rest.isEmpty { lines.append(rest) }
      rest = []
    }
    rest += remaining
    return lines
  }
}
