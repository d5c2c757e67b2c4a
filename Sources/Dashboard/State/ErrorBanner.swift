extension Dashboard {
  /// The error that matters most among those there are.
  public struct ErrorBanner: Equatable, Sendable {
    /// How much an error matters among others; a low one looks like a warning.
    public enum Priority: String, Equatable, Sendable {
      case low, normal, high
    }

    /// What happened.
    public var message: String
    /// The name of the action that reported it.
    public var source: String
    /// How much it matters.
    public var priority: Priority
    /// How many further errors there are.
    public var moreCount: Int
    /// The clock time at which it was reported, as text.
    public var since: String
    /// The time until it goes away by itself; nil if it stays.
    public var reset: Countdown?
    /// The action that reported it, as the board calls it; nil if it was none.
    public var action: String?

    public init(
      message: String, source: String, priority: Priority = .normal, moreCount: Int = 0, since: String,
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

  /// Time that runs out.
  public struct Countdown: Equatable, Sendable {
    /// What is left.
    public var remaining: Duration
    /// The whole.
    public var total: Duration

    public init(remaining: Duration, total: Duration) {
      self.remaining = remaining
      self.total = total
    }

    /// What remains of the whole, from 0 to 1.
    public var fraction: Double {
      total > .zero ? min(max(remaining / total, 0), 1) : 0
    }
  }
}
