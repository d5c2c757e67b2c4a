#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The last lines of a chunk of output, found without decoding the lines before them.
///
/// Newlines are counted eight bytes at a time, so a flood of lines that are not displayed costs very little.
/// The lines before contain no escape sequence: it could move the cursor, or set a colour for later lines.
struct LineTail {
  /// The end of the first line of the chunk, which may have begun in the previous chunk.
  let firstLineEnd: Int
  /// The start of the last lines.
  let start: Int
  /// The number of lines between the two.
  let skippedCount: Int

  /// Nil if the chunk is small, or if the last lines are a large part of it.
  /// - Parameter lineCount: The number of complete lines from `start` on.
  init?(of chunk: UnsafeRawBufferPointer, lineCount: Int) {
    guard chunk.count > max(Self.smallestChunk, 2 * lineCount), let first = chunk.firstIndex(of: newline)
    else { return nil }
    firstLineEnd = first + 1
    // Goes back in blocks, up to the block with the newline before the first of these lines.
    var blockStart = chunk.count
    var wanted = lineCount + 1
    var blockEnd = blockStart
    while wanted > 0 {
      guard blockStart > firstLineEnd else { return nil }
      blockEnd = blockStart
      blockStart = max(firstLineEnd, blockStart - Self.blockSize)
      wanted -= newlines(in: chunk[blockStart..<blockEnd])
    }
    var index = blockStart
    // Skips the surplus newlines of that block.
    for _ in 0...(-wanted) {
      guard let next = chunk[index..<blockEnd].firstIndex(of: newline) else { return nil }
      index = next + 1
    }
    start = index
    let skipped = chunk[firstLineEnd..<start]
    skippedCount = newlines(in: skipped)
    if skippedCount < lineCount || UnsafeRawBufferPointer(rebasing: skipped).containsEscape { return nil }
  }

  private static let blockSize = 4096
  private static let smallestChunk = 32 * 1024
}

private let newline = UInt8(ascii: "\n")

extension UnsafeRawBufferPointer {
  fileprivate var containsEscape: Bool { baseAddress.map { memchr($0, 0x1B, count) != nil } ?? false }
}

/// Counts newlines in eight bytes at a time, each in a lane of its own.
private func newlines(in slice: Slice<UnsafeRawBufferPointer>) -> Int {
  let bytes = UnsafeRawBufferPointer(rebasing: slice)
  var count = 0
  var index = 0
  while bytes.count - index >= 8 {
    // A lane counts up to 255.
    let end = index + min(255, (bytes.count - index) / 8) * 8
    var lanes: UInt64 = 0
    while index < end {
      lanes &+= ByteLanes(bytes, at: index).matches(newline)
      index &+= 8
    }
    while lanes > 0 {
      count += Int(lanes & 0xFF)
      lanes >>= 8
    }
  }
  return count + bytes[index...].count { $0 == newline }
}
