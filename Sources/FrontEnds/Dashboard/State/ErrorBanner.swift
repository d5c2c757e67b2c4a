package import SignalboxCore

extension Dashboard {
  /// The most important of the current errors.
  package struct ErrorBanner: Equatable, Sendable {
    /// What happened.
    package var message: String
    /// The title of the action that reported it.
    package var source: String
    /// How important it is. An error with low priority looks like a warning.
    package var priority: ErrorPriority
    /// The number of other errors.
    package var moreCount: Int
    /// The clock time at which it was reported, as text.
    package var since: String
    /// The time until it disappears by itself; nil if it stays.
    package var reset: Countdown?
    /// The name in the board of the action that reported it; nil if no action did.
    package var action: String?
    /// The identifier of the error, unique among all errors.
    package var id: UInt64 = 0

    package init(
      message: String, source: String, priority: ErrorPriority = .normal, moreCount: Int = 0, since: String,
      reset: Countdown? = nil
    ) {
      self.message = message
      self.source = source
      self.priority = priority
      self.moreCount = moreCount
      self.since = since
      self.reset = reset
    }
  }

  /// A time limit and the time left.
  package struct Countdown: Equatable, Sendable {
    /// The time left.
    package var remaining: Duration
    /// The time limit.
    package var total: Duration

    package init(remaining: Duration, total: Duration) {
      self.remaining = remaining
      self.total = total
    }

    /// The fraction of the total that is left, from 0 to 1.
    package var fraction: Double {
      total > .zero ? min(max(remaining / total, 0), 1) : 0
    }
  }
}
