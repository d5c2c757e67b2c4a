/// Eight bytes that are compared at once, each in one lane of a word.
package struct ByteLanes {
  private let word: UInt64

  /// Loads eight bytes, beginning at `index`. There must be as many.
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

  /// A word with 1 in each lane whose byte has this value, and 0 in the others.
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
