/// Eight bytes that are looked at together, each in a lane of one word.
package struct ByteLanes {
  private let word: UInt64

  /// Loads the bytes from `index` on. There must be eight.
  @inline(__always)
  package init(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  /// Whether any byte is less than the limit, which must be at most 128.
  @inline(__always)
  package func containsLess(than limit: UInt8) -> Bool {
    (word &- Self.all(limit)) & ~word & Self.all(0x80) != 0
  }

  /// Whether any byte has this value.
  @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    let difference = word ^ Self.all(byte)
    return (difference &- Self.all(1)) & ~difference & Self.all(0x80) != 0
  }

  /// In each lane 1 where the byte has this value, else 0.
  @inline(__always)
  func matches(_ byte: UInt8) -> UInt64 {
    let difference = word ^ Self.all(byte)
    // The highest bit of a lane is set where any bit of the difference is.
    let isOther = ((difference & Self.all(0x7F)) &+ Self.all(0x7F)) | difference
    return ~isOther >> 7 & Self.all(1)
  }

  @inline(__always)
  private static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
