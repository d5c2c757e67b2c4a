/// How often an action is tried before it has failed, and how long it waits in between.
///
///     let retry = RetryPolicy(attempts: 3, backoff: .seconds(1)...(.seconds(30)))
///     retry.delay(afterAttempt: 2)   // 2 seconds
public struct RetryPolicy: Sendable, Equatable {
  /// How often it is tried at most, the first time included.
  public let attempts: Int
  /// The wait after the first attempt, and the longest wait.
  public let backoff: ClosedRange<Duration>

  /// The waits when the board does not say.
  public static let defaultBackoff = Duration.seconds(1)...Duration.seconds(30)

  public init(attempts: Int, backoff: ClosedRange<Duration> = Self.defaultBackoff) {
    self.attempts = attempts
    self.backoff = backoff
  }

  /// The wait after an attempt that failed, nil when it was the last. Each wait is twice the one before, up
  /// to the longest.
  /// - Parameter attempt: From 1.
  public func delay(afterAttempt attempt: Int) -> Duration? {
    guard attempt < attempts else { return nil }
    var delay = backoff.lowerBound
    for _ in 1..<max(attempt, 1) where delay < backoff.upperBound { delay *= 2 }
    return min(delay, backoff.upperBound)
  }
}
