/// The pause before a request is repeated: it doubles with each failure in a row.
struct Pause: Sendable, Equatable {
  private var failures = 0

  mutating func next(_ settings: ClusterSettings) -> Duration {
    defer { failures = min(failures + 1, 20) }
    return min(settings.retry * (1 << failures), settings.longestRetry)
  }

  mutating func reset() { failures = 0 }
}
