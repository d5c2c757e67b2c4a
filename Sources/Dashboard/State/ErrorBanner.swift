public import SignalboxCore

extension Dashboard {
  /// The most important of the current errors.
  public struct ErrorBanner: Equatable, Sendable {
    /// What happened.
    public var message: String
    /// The title of the action that reported it.
    public var source: String
    /// How important it is. An error with low priority looks like a warning.
    public var priority: ErrorPriority
    /// The number of other errors.
    public var moreCount: Int
    /// The clock time at which it was reported, as text.
    public var since: String
    /// The time until it disappears by itself; nil if it stays.
    public var reset: Countdown?
    /// The name in the board of the action that reported it; nil if no action did.
    public var action: String?

    public init(
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
  public struct Countdown: Equatable, Sendable {
    /// The time left.
    public var remaining: Duration
    /// The time limit.
    public var total: Duration

    public init(remaining: Duration, total: Duration) {
      self.remaining = remaining
      self.total = total
    }

    /// The fraction of the total that is left, from 0 to 1.
    public var fraction: Double {
      total > .zero ? min(max(remaining / total, 0), 1) : 0
    }
  }
}
