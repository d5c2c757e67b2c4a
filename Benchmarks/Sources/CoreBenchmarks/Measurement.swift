import CAllocations

/// The cost of one operation: the minimum of several rounds, because other load can only increase it.
struct Measurement {
  let nanoseconds: Double
  let allocations: Double

  private static let rounds = 15
  private static let roundLength = Duration.milliseconds(20)

  /// Measures `operation`, which is called many times in a row.
  static func of(_ operation: () -> Void) -> Measurement {
    let clock = ContinuousClock()
    var count = 1
    while clock.measure({ for _ in 0..<count { operation() } }) < roundLength / 4 { count *= 2 }
    count *= 4
    var best = Double.infinity
    var allocations = Double.infinity
    for _ in 0..<rounds {
      let before = allocations_of_this_thread()
      let time = clock.measure { for _ in 0..<count { operation() } }
      allocations = min(allocations, Double(allocations_of_this_thread() - before) / Double(count))
      best = min(best, time / .nanoseconds(1) / Double(count))
    }
    return Measurement(nanoseconds: best, allocations: allocations)
  }

  /// The difference between this cost and `other`.
  func over(_ other: Measurement) -> Measurement {
    Measurement(
      nanoseconds: nanoseconds - other.nanoseconds, allocations: allocations - other.allocations)
  }
}

/// Prevents a value from being optimized away.
@inline(never) func blackHole<Value>(_ value: Value) {}
