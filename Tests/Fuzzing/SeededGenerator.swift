/// A generator of random numbers that depend only on the seed: SplitMix64.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, but not including, `bound`, which must be positive.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// A number in the range.
  public mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// True with a probability of 1 in `count`.
  public mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// One of the elements. There must be at least one.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// A number from 0 to `limit` that is usually small: each order of magnitude is about equally likely.
  public mutating func magnitude(upTo limit: Int) -> Int {
    var order = 1
    while order < limit, !oneIn(3) { order *= 4 }
    return below(min(order, limit) + 1)
  }
}
