#if Metrics
import CoreMetrics
import MetricsTestKit
import SignalboxCore

extension TestMetrics {
  /// The total of a counter; 0 if there is none.
  func total(_ label: String, _ dimensions: [(String, String)]) -> Int64 {
    (try? expectCounter(label, dimensions))?.totalValue ?? 0
  }

  /// The values that a meter has had.
  func levels(_ label: String, _ dimensions: [(String, String)]) -> [Double] {
    (try? expectMeter(label, dimensions))?.values ?? []
  }

  /// The durations that a timer has recorded, in order.
  func durations(_ label: String, _ dimensions: [(String, String)]) -> [Duration] {
    ((try? expectTimer(label, dimensions))?.values ?? []).map { .nanoseconds($0) }
  }
}

struct Offline: Error {}
struct Slow: Error {}
#endif
