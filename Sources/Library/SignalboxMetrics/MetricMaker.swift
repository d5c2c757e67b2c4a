#if Metrics
internal import CoreMetrics

/// Makes the metrics of one object, which have its dimensions.
struct MetricMaker {
  let factory: any MetricsFactory
  let dimensions: [(String, String)]

  func counter(_ label: String, _ more: [(String, String)] = []) -> Counter {
    Counter(label: label, dimensions: dimensions + more, factory: factory)
  }

  func timer(_ label: String, _ more: [(String, String)] = []) -> Timer {
    Timer(label: label, dimensions: dimensions + more, factory: factory)
  }

  func share(of label: String, _ more: [(String, String)] = []) -> MeterShare {
    MeterShare(Meter(label: label, dimensions: dimensions + more, factory: factory))
  }
}

extension Timer {
  /// Records a duration, rounded down to nanoseconds.
  func record(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (nanoseconds, isOverflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    recordNanoseconds(isOverflow ? Int64.max : nanoseconds + attoseconds / 1_000_000_000)
  }
}
#endif
