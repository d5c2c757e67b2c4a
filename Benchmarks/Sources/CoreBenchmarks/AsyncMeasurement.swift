import CAllocations
import Dispatch

/// The cost of an async operation that is awaited many times in a row in one task.
enum AsyncMeasurement {
  static func of(_ operation: @escaping @Sendable () async -> Void) -> Measurement {
    let result = Box()
    let done = DispatchSemaphore(value: 0)
    Task {
      result.measurement = await measure(operation)
      done.signal()
    }
    done.wait()
    return result.measurement
  }

  private static func measure(_ operation: @Sendable () async -> Void) async -> Measurement {
    let clock = ContinuousClock()
    let count = 50_000
    var best = Double.infinity
    var allocations = Double.infinity
    for _ in 0..<15 {
      let before = allocations_of_this_thread()
      let start = clock.now
      for _ in 0..<count { await operation() }
      best = min(best, (clock.now - start) / .nanoseconds(1) / Double(count))
      let after = allocations_of_this_thread()
      if after >= before { allocations = min(allocations, Double(after - before) / Double(count)) }
    }
    return Measurement(nanoseconds: best, allocations: allocations)
  }

  private final class Box: @unchecked Sendable {
    var measurement = Measurement(nanoseconds: 0, allocations: 0)
  }
}
