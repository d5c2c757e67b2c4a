/// The last lines of a chunk of output, found without a look at what they say.
///
/// Newlines are counted eight bytes at a time: a flood of lines that nobody will see costs next to nothing.
struct LineTail {
  /// Where the first line of the chunk ends, which may have begun in the chunk before.
  let firstLineEnd: Int
  /// Where the last lines begin.
  let start: Int
  /// How many lines lie between the two.
  let skippedCount: Int

  /// Nil when so many lines are no small part of the chunk, or the chunk is small.
  /// - Parameter lineCount: How many lines that have ended there are to be from `start` on.
  init?(of chunk: UnsafeRawBufferPointer, lineCount: Int) {
    guard chunk.count > max(Self.smallestChunk, 2 * lineCount), let first = chunk.firstIndex(of: newline)
    else { return nil }
    firstLineEnd = first + 1
    // From the end in blocks, as far as the block with the newline before the first wanted line.
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
    // As many newlines of the block as there were too many lie before the one that is looked for.
    for _ in 0...(-wanted) {
      guard let next = chunk[index..<blockEnd].firstIndex(of: newline) else { return nil }
      index = next + 1
    }
    start = index
    skippedCount = newlines(in: chunk[firstLineEnd..<start])
    if skippedCount < lineCount { return nil }
  }

  private static let blockSize = 4096
  private static let smallestChunk = 32 * 1024
}

private let newline = UInt8(ascii: "\n")

/// Counts eight bytes at a time, each in a lane of its own.
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
