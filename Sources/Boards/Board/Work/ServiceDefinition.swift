/// What makes a command a service: a program that is meant to go on.
public struct ServiceDefinition: Sendable, Equatable {
  /// When it is ready; nil as soon as its program runs.
  public let ready: ReadyCondition?
  /// The longest time from the start of its program until it is ready, after which the start has failed; nil
  /// for no limit.
  public let readyLimit: Duration?
  /// When its program is started again.
  public let restart: RestartPolicy
  /// The probe that it must answer while it is ready, by which a program that hangs is detected; nil for
  /// none. If too many fail, its program is stopped, and that end is a failure.
  public let liveness: RepeatedProbe?

  /// The services with which it is restarted: whenever one of them is ready again after an end.
  public let restartsWith: [String]

  /// Whether probes say that it is ready, or that it answers.
  package var isProbed: Bool {
    if case .probe = ready { true } else { liveness != nil }
  }

  /// The values if the board does not set them.
  public static let defaultReadyLimit = Duration.seconds(300)
  public static let defaultReadyInterval = Duration.milliseconds(500)
  public static let defaultLivenessInterval = Duration.seconds(10)
  public static let defaultLivenessFailures = 3

  public init(
    ready: ReadyCondition? = nil, readyLimit: Duration? = Self.defaultReadyLimit,
    restart: RestartPolicy = RestartPolicy(), liveness: RepeatedProbe? = nil, restartsWith: [String] = []
  ) {
    self.ready = ready
    self.readyLimit = readyLimit
    self.restart = restart
    self.liveness = liveness
    self.restartsWith = restartsWith
  }
}

/// When a service is ready.
public enum ReadyCondition: Sendable, Equatable {
  /// When it has printed a line that matches.
  case line(LinePattern)
  /// When a probe has succeeded often enough.
  case probe(RepeatedProbe)
  /// When this time has passed.
  case delay(Duration)
}

/// When the program of a service is started again after its end.
///
///     let policy = RestartPolicy(limit: 5, backoff: .seconds(1)...(.seconds(30)))
///     policy.delay(beforeRestart: 3)   // 4 seconds
public struct RestartPolicy: Sendable, Equatable {
  /// The ends after which it is started again.
  public enum Occasion: String, Sendable, CaseIterable {
    /// A failure: of its program, to be ready in time, or to answer.
    case failure
    /// A success, too.
    case always
    case never
  }

  public let occasion: Occasion
  /// The wait before the first restart, and the longest wait; each is twice the one before.
  public let backoff: ClosedRange<Duration>
  /// The number of restarts in a row after which the service has failed; at least 1.
  public let limit: Int
  /// How long it must have been ready for its next restart to be the first again. Always positive.
  public let resetAfter: Duration

  /// The values if the board does not set them.
  public static let defaultLimit = 5
  public static let defaultResetAfter = Duration.seconds(60)

  public init(
    _ occasion: Occasion = .failure, limit: Int = Self.defaultLimit,
    backoff: ClosedRange<Duration> = RetryPolicy.defaultBackoff,
    resetAfter: Duration = Self.defaultResetAfter
  ) {
    self.occasion = occasion
    self.limit = limit
    self.backoff = backoff
    self.resetAfter = resetAfter
  }

  /// The wait before a restart.
  /// - Parameter number: The number of the restart among those in a row, starting from 1.
  public func delay(beforeRestart number: Int) -> Duration {
    RetryPolicy(attempts: number + 1, backoff: backoff).delay(afterAttempt: number) ?? backoff.upperBound
  }
}
