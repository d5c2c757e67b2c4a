#if Metrics
public import CoreMetrics
public import SignalboxCore

extension Action {
  /// Counts and measures the executions that start from now on, and every refusal.
  ///
  /// ```swift
  /// let download = Action<Int, String> { try await fetch($0) }
  /// download.measure(as: "download", factory: factory)
  /// ```
  ///
  /// All metrics have the dimension `action`, which is the name, and `dimensions`:
  ///
  /// | metric | label | further dimension |
  /// |---|---|---|
  /// | counter | `action_executions_started` | |
  /// | counter | `action_executions_ended` | `result`: `completed`, `failed` or `cancelled` |
  /// | counter | `action_executions_refused` | |
  /// | timer, from start to end | `action_execution_duration` | `result`, as above |
  /// | meter | `action_executions_running` | |
  /// | meter | `action_executions_waiting` | |
  ///
  /// An execution that is cancelled while it waits for its turn has not started and is only seen by the last
  /// meter. Actions with the same name and dimensions are counted together: a meter is their sum.
  ///
  /// The metrics are used on the threads that deliver the events of the action, in their order, and without
  /// locks, as long as the action exists. The action is not retained.
  ///
  /// - Parameters:
  ///   - name: The name of the action.
  ///   - dimensions: More dimensions, for all metrics.
  ///   - factory: Makes the metrics.
  ///   - timeline: The time in which durations are measured.
  public func measure(
    as name: String, dimensions: [(String, String)] = [],
    factory: any MetricsFactory = MetricsSystem.factory, timeline: Timeline = Timeline()
  ) {
    let make = MetricMaker(factory: factory, dimensions: [("action", name)] + dimensions)
    let started = make.counter("action_executions_started")
    let refused = make.counter("action_executions_refused")
    let completed = ExecutionEndMetrics(make, result: "completed")
    let failed = ExecutionEndMetrics(make, result: "failed")
    let cancelled = ExecutionEndMetrics(make, result: "cancelled")
    let running = make.share(of: "action_executions_running")
    let waiting = make.share(of: "action_executions_waiting")
    state.monitor(owner: nil, initial: true) { state in
      running.set(state.running)
      waiting.set(state.waiting)
    }
    monitorExecutions(timeline: timeline, owner: nil) { event in
      switch event {
      case .started: started.increment()
      case .completed(_, let duration): completed.record(duration)
      case .failed(_, let duration, _): failed.record(duration)
      case .cancelled(_, let duration): cancelled.record(duration)
      case .refused: refused.increment()
      }
    }
  }
}

/// The metrics of the executions that end in one way.
private struct ExecutionEndMetrics: Sendable {
  private let count: Counter
  private let duration: Timer

  init(_ make: MetricMaker, result: String) {
    count = make.counter("action_executions_ended", [("result", result)])
    duration = make.timer("action_execution_duration", [("result", result)])
  }

  func record(_ duration: Duration) {
    count.increment()
    self.duration.record(duration)
  }
}
#endif
