/// A set of small numbers with fast access to the smallest one: a bit for each number, and a bit for each
/// word of them that is not zero.
///
/// `BitSet` of swift-collections has no second level: to find the first of 10,000 activities it reads 156
/// words.
@usableFromInline struct SlotBitmap: Sendable {
  @usableFromInline var words: ContiguousArray<UInt64> = []
  @usableFromInline var summary: ContiguousArray<UInt64> = []

  @inlinable init() {}

  /// The smallest member; nil if the set is empty.
  @inlinable var first: Int? {
    // By index: an iterator would retain the array.
    for index in 0..<summary.count where summary[index] != 0 {
      let word = index * 64 + summary[index].trailingZeroBitCount
      return word * 64 + words[word].trailingZeroBitCount
    }
    return nil
  }

  @inlinable mutating func insert(_ slot: Int) {
    let word = slot / 64
    while words.count <= word { words.append(0) }
    while summary.count <= word / 64 { summary.append(0) }
    words[word] |= 1 << UInt64(slot % 64)
    summary[word / 64] |= 1 << UInt64(word % 64)
  }

  @inlinable mutating func remove(_ slot: Int) {
    let word = slot / 64
    guard word < words.count else { return }
    words[word] &= ~(1 << UInt64(slot % 64))
    if words[word] == 0 { summary[word / 64] &= ~(1 << UInt64(word % 64)) }
  }
}
