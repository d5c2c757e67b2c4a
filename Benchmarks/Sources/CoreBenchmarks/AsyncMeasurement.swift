import CAllocations
import Dispatch

/// The cost of async operations that are awaited many times in a row in one task.
enum AsyncMeasurement {
  typealias Operation = @Sendable () async -> Void

  /// Measures operations, which take turns.
  static func of(_ operations: Operation...) -> [Measurement] {
    let result = Box()
    let done = DispatchSemaphore(value: 0)
    Task {
      result.measurements = await measure(operations)
      done.signal()
    }
    done.wait()
    return result.measurements
  }

  private static func measure(_ operations: [Operation]) async -> [Measurement] {
    let clock = ContinuousClock()
    var gauges = operations.map { _ in Gauge(count: 500) }
    for _ in 0..<Gauge.rounds {
      for (index, operation) in operations.enumerated() {
        let before = allocations_of_this_thread()
        let start = clock.now
        for _ in 0..<gauges[index].count { await operation() }
        let time = clock.now - start
        // The task can have moved to another thread, whose number is smaller.
        let after = allocations_of_this_thread()
        gauges[index].add(time, allocations: after >= before ? after - before : .max)
      }
    }
    return gauges.map(\.result)
  }

  private final class Box: @unchecked Sendable {
    var measurements: [Measurement] = []
  }
}
