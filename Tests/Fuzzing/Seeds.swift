public import Foundation

/// The seeds to try, one after the other.
///
/// In an ordinary test the same few each time. With `SIGNALBOX_FUZZ_SECONDS=600` as many as that time allows, other ones
/// in each run; with `SIGNALBOX_FUZZ_SEED=17` only that one, as a failure names it.
public struct Seeds: Sequence, IteratorProtocol {
  private var seed: UInt64
  private var left: Int
  private let end: ContinuousClock.Instant?

  /// - Parameters:
  ///   - count: how many seeds an ordinary test tries.
  ///   - share: the part of the time from the environment that belongs to this test.
  public init(
    _ count: Int, share: Double = 1, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    if let seed = environment["SIGNALBOX_FUZZ_SEED"].flatMap(UInt64.init) {
      (self.seed, left, end) = (seed, 1, nil)
    } else if let seconds = environment["SIGNALBOX_FUZZ_SECONDS"].flatMap(Double.init) {
      var chance = SystemRandomNumberGenerator()
      // Short enough to be typed again.
      seed = chance.next(upperBound: 1 << 32)
      left = .max
      end = .now.advanced(by: .seconds(seconds * share))
    } else {
      (seed, left, end) = (1, count, nil)
    }
  }

  public mutating func next() -> UInt64? {
    if left == 0 { return nil }
    if let end, ContinuousClock.now >= end { return nil }
    left -= 1
    defer { seed &+= 1 }
    return seed
  }
}
