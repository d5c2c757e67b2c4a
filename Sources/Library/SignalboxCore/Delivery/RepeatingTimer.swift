extension Scheduler {
  /// Performs an action repeatedly, the first time after one interval.
  package func perform(
    every interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let stride = SchedulerTimeType.Stride.milliseconds(Int(interval / .milliseconds(1)))
    return schedule(after: now.advanced(by: stride), interval: stride, tolerance: .milliseconds(5), action)
  }
}
