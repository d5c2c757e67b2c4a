/// What makes a command a service: a program that is meant to go on.
public struct ServiceDefinition: Sendable, Equatable {
  /// When it is ready; nil as soon as its program runs.
  public let ready: ReadyCondition?
  /// When its program is started again.
  public let restart: RestartPolicy
  /// How a program that hangs is detected; nil if it is not.
  public let liveness: LivenessCheck?

  public init(
    ready: ReadyCondition? = nil, restart: RestartPolicy = RestartPolicy(), liveness: LivenessCheck? = nil
  ) {
    self.ready = ready
    self.restart = restart
    self.liveness = liveness
  }
}

/// When a service is ready.
public enum ReadyCondition: Sendable, Equatable {
  /// When it has printed a line that matches.
  case line(LinePattern)
  /// When a probe succeeds; it is repeated until then.
  case probe(ServiceProbe)
  /// When this time has passed.
  case delay(Duration)
}

/// A probe of a service.
public enum ServiceProbe: Sendable, Equatable {
  case http(HTTPProbe)
  case tcp(TCPProbe)
}

/// When the program of a service is started again after its end.
///
///     let policy = RestartPolicy(limit: 5, backoff: .seconds(1)...(.seconds(30)))
///     policy.delay(beforeRestart: 3)   // 4 seconds
public struct RestartPolicy: Sendable, Equatable {
  /// The ends after which it is started again.
  public enum Occasion: String, Sendable, CaseIterable {
    /// An exit code other than 0, a signal, or too many failures of the liveness check.
    case failure
    /// Exit code 0, too.
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

/// A probe that a service must answer while it is ready. If it does not, it is stopped and started again.
public struct LivenessCheck: Sendable, Equatable {
  public let probe: ServiceProbe
  /// The time between two probes; at least 100 milliseconds.
  public let interval: Duration
  /// How many probes in a row must fail; at least 1.
  public let failures: Int

  /// The values if the board does not set them.
  public static let defaultInterval = Duration.seconds(10)
  public static let defaultFailures = 3

  public init(
    _ probe: ServiceProbe, interval: Duration = Self.defaultInterval, failures: Int = Self.defaultFailures
  ) {
    self.probe = probe
    self.interval = interval
    self.failures = failures
  }
}
