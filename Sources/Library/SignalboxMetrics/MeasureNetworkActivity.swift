#if Metrics
public import CoreMetrics
public import SignalboxCore

extension NetworkActivityIndicator {
  /// Counts the requests in progress and every later one.
  ///
  /// ```swift
  /// let network = NetworkActivityIndicator()
  /// network.measure(as: "network", factory: factory)
  /// ```
  ///
  /// All metrics have the dimension `indicator`, which is the name, and `dimensions`: the counter
  /// `network_requests_started` and the meter `network_requests_active`. Indicators with the same name and
  /// dimensions are counted together.
  ///
  /// The metrics are used on the threads that change the indicator, in order, and without locks, as long as
  /// the indicator or one of its requests exists. The indicator is not retained.
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
    let started = make.counter("network_requests_started")
    let active = make.share(of: "network_requests_active")
    let last = Locked(0)
    activeRequestCount.monitor(owner: nil, initial: true) { count in
      let step = last.withLock { last in
        defer { last = count }
        return count - last
      }
      if step > 0 { started.increment(by: step) }
      active.set(count)
    }
  }
}
#endif
