import CAllocations

/// What one operation costs: the least of several rounds, because a machine can only make it look slower.
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

  /// What this costs more than `other`.
  func over(_ other: Measurement) -> Measurement {
    Measurement(
      nanoseconds: nanoseconds - other.nanoseconds, allocations: allocations - other.allocations)
  }
}

/// Keeps a value from being optimised away.
@inline(never) func blackHole<Value>(_ value: Value) {}
