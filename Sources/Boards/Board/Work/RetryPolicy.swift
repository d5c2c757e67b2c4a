/// How many attempts a run has, and how long it waits between them.
///
///     let retry = RetryPolicy(attempts: 3, backoff: .seconds(1)...(.seconds(30)))
///     retry.delay(afterAttempt: 2)   // 2 seconds
public struct RetryPolicy: Sendable, Equatable {
  /// The maximum number of attempts, including the first.
  public let attempts: Int
  /// The wait after the first attempt, and the maximum wait.
  public let backoff: ClosedRange<Duration>

  /// The waits if the board does not set them.
  public static let defaultBackoff = Duration.seconds(1)...Duration.seconds(30)

  public init(attempts: Int, backoff: ClosedRange<Duration> = Self.defaultBackoff) {
    self.attempts = attempts
    self.backoff = backoff
  }

  /// The wait after a failed attempt; nil if it was the last. Each wait is twice the one before, up to the
  /// maximum.
  /// - Parameter attempt: The number of the attempt, starting from 1.
  public func delay(afterAttempt attempt: Int) -> Duration? {
    guard attempt < attempts else { return nil }
    var delay = backoff.lowerBound
    for _ in 1..<max(attempt, 1) where delay < backoff.upperBound { delay *= 2 }
    return min(delay, backoff.upperBound)
  }
}
