/// A probe of a service.
public enum ServiceProbe: Sendable, Equatable {
  case http(HTTPProbe)
  case tcp(TCPProbe)
  /// A command that succeeds with exit code 0. It runs as the program of the service does.
  /// - timeout: The time limit of the command; always positive.
  case command(CommandDefinition.Invocation, timeout: Duration)

  /// The time limit of a command if the board does not set one.
  public static let defaultTimeout = Duration.seconds(5)

  /// The texts in which variables can be.
  var texts: [VariableText] {
    switch self {
    case .http(let probe): probe.texts
    case .tcp(let probe): probe.texts
    case .command: []
    }
  }
}

/// A probe that is repeated, and what counts of its results.
///
///     RepeatedProbe(.tcp(probe), interval: .seconds(10), failures: 3)   // the third failure in a row counts
public struct RepeatedProbe: Sendable, Equatable {
  public let probe: ServiceProbe
  /// The time from the end of a probe to the next one; at least 100 milliseconds.
  public let interval: Duration
  /// How many probes in a row must succeed; at least 1.
  public let successes: Int
  /// How many probes must fail without enough successes in a row between them; nil for no such number.
  public let failures: Int?
  /// The time since the start of the program in which failures do not count.
  public let startPeriod: Duration

  public init(
    _ probe: ServiceProbe, interval: Duration, successes: Int = 1, failures: Int? = nil,
    startPeriod: Duration = .zero
  ) {
    self.probe = probe
    self.interval = interval
    self.successes = successes
    self.failures = failures
    self.startPeriod = startPeriod
  }

  /// The same repetition of another probe.
  public func repeating(_ probe: ServiceProbe) -> RepeatedProbe {
    RepeatedProbe(
      probe, interval: interval, successes: successes, failures: failures, startPeriod: startPeriod)
  }
}
