#if Metrics
public import CoreMetrics
public import SignalboxCore

extension ErrorTracker {
  /// Counts the errors that are present and every later report of an error, by priority.
  ///
  /// ```swift
  /// let errors = ErrorTracker()
  /// errors.measure(as: "errors", factory: factory)
  /// ```
  ///
  /// All metrics have the dimension `tracker`, which is the name, the dimension `priority`, which is `low`,
  /// `normal` or `high`, and `dimensions`: the counter `errors_reported` and the meter `errors_present`. An
  /// error that is present already counts as reported once. The source is no dimension, because there can be
  /// any number of sources. Trackers with the same name and dimensions are counted together.
  ///
  /// The metrics are used on the threads that change the tracker, in order, and without locks, as long as the
  /// tracker exists. The tracker is not retained.
  ///
  /// - Parameters:
  ///   - name: The name of the tracker.
  ///   - dimensions: More dimensions, for all metrics.
  ///   - factory: Makes the metrics.
  public func measure(
    as name: String, dimensions: [(String, String)] = [],
    factory: any MetricsFactory = MetricsSystem.factory
  ) {
    let make = MetricMaker(factory: factory, dimensions: [("tracker", name)] + dimensions)
    let metrics = ErrorPriority.allCases.map { priority in
      let dimension = [("priority", "\(priority)")]
      return (
        priority: priority, reported: make.counter("errors_reported", dimension),
        present: make.share(of: "errors_present", dimension)
      )
    }
    monitorErrors(owner: nil) { changes in
      for metric in metrics {
        let count = changes.reported.count { $0.priority == metric.priority }
        if count > 0 { metric.reported.increment(by: count) }
        metric.present.set(changes.present.count { $0.priority == metric.priority })
      }
    }
  }
}
#endif
