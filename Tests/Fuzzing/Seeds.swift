public import Foundation

/// A sequence of seeds for a fuzz test.
///
/// By default, it is the same few seeds each time. With `SIGNALBOX_FUZZ_SECONDS=600`, it is as many seeds as
/// that time allows, different in each run. With `SIGNALBOX_FUZZ_SEED=17`, it is only that seed; a failure
/// names its seed.
public struct Seeds: Sequence, IteratorProtocol {
  private var seed: UInt64
  private var left: Int
  private let end: ContinuousClock.Instant?

  /// The time limit of a test that may use the whole time in the environment, in minutes: its last history
  /// may begin shortly before the end.
  public static var minuteLimit: Int {
    let seconds = ProcessInfo.processInfo.environment["SIGNALBOX_FUZZ_SECONDS"].flatMap(Double.init) ?? 0
    return 15 + Int(seconds / 60)
  }

  /// - Parameters:
  /// - count: The number of seeds by default.
  /// - share: The fraction of the time in the environment that this test may use.
  public init(
    _ count: Int, share: Double = 1, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    if let seed = environment["SIGNALBOX_FUZZ_SEED"].flatMap(UInt64.init) {
      (self.seed, left, end) = (seed, 1, nil)
    } else if let seconds = environment["SIGNALBOX_FUZZ_SECONDS"].flatMap(Double.init) {
      var chance = SystemRandomNumberGenerator()
      // Short enough to type.
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
