/// The bytes of the last plain lines, which become lines of a screen only if the cursor returns to them.
///
/// Most output never moves the cursor up. Copying the bytes of the last few lines of each chunk costs less
/// than keeping every line.
struct RecentLines: Sendable {
  /// The number of bytes above which surplus lines are removed.
  private static let usualSize = 8 * 1024

  private let limit: Int
  private var bytes: [UInt8] = []
  private var count = 0
  /// The starts of the last lines of the chunk that is decoded, as a ring.
  private var starts: [Int]
  private var next = 0
  private var startCount = 0

  /// - Parameter limit: The number of lines that are kept.
  init(limit: Int) {
    self.limit = limit
    starts = Array(repeating: 0, count: limit)
  }

  /// Notes that a line begins at this index of the chunk.
  @inline(__always)
  mutating func begin(at index: Int) {
    starts[next] = index
    next = next &+ 1 == limit ? 0 : next &+ 1
    startCount &+= 1
  }

  /// Keeps the lines that have begun in the chunk, which end before this index.
  mutating func keep(_ chunk: UnsafeRawBufferPointer, to end: Int) {
    if startCount == 0 { return }
    if startCount >= limit {
      bytes.removeAll(keepingCapacity: true)
      count = 0
    }
    let first = startCount < limit ? starts[0] : starts[next]
    bytes.append(contentsOf: chunk[first..<end])
    count += min(startCount, limit)
    (next, startCount) = (0, 0)
    if bytes.count > Self.usualSize, count > limit { removeSurplus() }
  }

  /// Keeps a line that does not end in the chunk in which it begins, or has bytes to convert.
  mutating func add(_ line: [UInt8]) {
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    count += 1
    if bytes.count > Self.usualSize, count > limit { removeSurplus() }
  }

  /// Removes the lines, and returns the last of them.
  mutating func take() -> [String] {
    if count == 0 { return [] }
    removeSurplus()
    defer { removeAll() }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.usualSize)
    count = 0
    (next, startCount) = (0, 0)
  }

  private mutating func removeSurplus() {
    var start = 0
    while count > limit, let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      start = end + 1
      count -= 1
    }
    bytes.removeSubrange(..<start)
  }
}
