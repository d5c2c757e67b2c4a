import CAllocations
import Synchronization

/// The cost of one operation: the minimum of many short rounds, because other load can only increase it.
///
/// A lock is measured in the same rounds: what the processor does besides makes both slower.
struct Measurement: Sendable {
  let nanoseconds: Double
  let allocations: Double
  /// An uncontended lock and unlock, in nanoseconds.
  let lock: Double

  /// The number of locks that take as long.
  var locks: Double { nanoseconds / lock }

  /// Measures an operation, which is called many times in a row.
  static func of(_ operation: () -> Void) -> Measurement {
    var gauge = Gauge(count: Gauge.count(operation))
    for _ in 0..<Gauge.rounds { gauge.round(operation) }
    return gauge.result
  }

  /// Measures what an operation costs more than `base`. They take turns.
  static func of(_ operation: () -> Void, over base: () -> Void) -> Measurement {
    var (first, second) = (Gauge(count: Gauge.count(operation)), Gauge(count: Gauge.count(base)))
    for _ in 0..<Gauge.rounds {
      first.round(operation)
      second.round(base)
    }
    return first.result.over(second.result)
  }

  /// The difference between this cost and `other`.
  func over(_ other: Measurement) -> Measurement {
    Measurement(
      nanoseconds: nanoseconds - other.nanoseconds, allocations: allocations - other.allocations,
      lock: min(lock, other.lock))
  }
}

/// Collects the rounds of one operation.
struct Gauge {
  /// Short rounds, of which a busy machine leaves some undisturbed.
  static let rounds = 301
  static let roundLength = Duration.microseconds(400)

  let count: Int
  private var best = Double.infinity
  private var allocations = Double.infinity
  private var lock = Double.infinity
  private let clock = ContinuousClock()

  init(count: Int) { self.count = count }

  var result: Measurement { Measurement(nanoseconds: best, allocations: allocations, lock: lock) }

  /// The number of operations in one round.
  static func count(_ operation: () -> Void) -> Int {
    let clock = ContinuousClock()
    var count = 1
    while clock.measure({ for _ in 0..<count { operation() } }) < roundLength / 2 { count *= 2 }
    return count
  }

  mutating func round(_ operation: () -> Void) {
    let before = allocations_of_this_thread()
    let time = clock.measure { for _ in 0..<count { operation() } }
    add(time, allocations: allocations_of_this_thread() - before)
  }

  /// Adds the time of one round, and measures the lock once more.
  mutating func add(_ time: Duration, allocations: UInt64) {
    best = min(best, time / .nanoseconds(1) / Double(count))
    self.allocations = min(self.allocations, Double(allocations) / Double(count))
    let locks = 2_000
    let lockTime = clock.measure { for _ in 0..<locks { Yardsticks.lock.withLock { $0 &+= 1 } } }
    lock = min(lock, lockTime / .nanoseconds(1) / Double(locks))
  }
}

/// Prevents a value from being optimized away.
@inline(never) func blackHole<Value>(_ value: Value) {}
