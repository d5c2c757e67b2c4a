#if Metrics
public import CoreMetrics
public import SignalboxCore

extension ActivityIndicator {
  /// Counts and measures the activities that are running and every later one.
  ///
  /// ```swift
  /// let indicator = ActivityIndicator<String>()
  /// indicator.measure(as: "requests", factory: factory)
  /// ```
  ///
  /// All metrics have the dimension `indicator`, which is the name, and `dimensions`: the counter
  /// `activities_started`, the timer `activity_duration` and the meter `activities_running`. Indicators with
  /// the same name and dimensions are counted together.
  ///
  /// The metrics are used on the threads that change the indicator, in order, and without locks, as long as
  /// the indicator or one of its activities exists. The indicator is not retained. Each change costs time
  /// that is proportional to the number of running activities, because their list is created again.
  ///
  /// - Parameters:
  ///   - name: The name of the indicator.
  ///   - dimensions: More dimensions, for all metrics.
  ///   - factory: Makes the metrics.
  public func measure(
    as name: String, dimensions: [(String, String)] = [],
    factory: any MetricsFactory = MetricsSystem.factory
  ) {
    let make = MetricMaker(factory: factory, dimensions: [("indicator", name)] + dimensions)
    let started = make.counter("activities_started")
    let duration = make.timer("activity_duration")
    let running = make.share(of: "activities_running")
    monitorActivities(owner: nil) { changes, now in
      for activity in changes.ended { duration.record(now - activity.since) }
      if !changes.began.isEmpty { started.increment(by: changes.began.count) }
      running.set(changes.count)
    }
  }
}
#endif
