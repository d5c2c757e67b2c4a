/// What is known about the request with one name: a pure state machine.
enum RequestPlace: Sendable {
  /// For how long a stop is remembered.
  static let lifetime = Duration.seconds(1)

  /// A stop. The stops of all names are numbered in order.
  struct Stop: Sendable {
    let number: UInt64
    let expires: Duration

    func isRemembered(oldestStop: UInt64, now: Duration) -> Bool { number >= oldestStop && expires > now }
  }

  case unknown
  case inProgress
  /// It was in progress: a further stop is a repetition.
  case finished(Stop)
  /// It was not in progress: the stop swallows one start, because both can come from different threads.
  case stoppedEarly(Stop)

  /// Returns false if the request is in progress already, or if its stop came first. The time is needed only
  /// after an early stop, and reading a clock is slow.
  mutating func start(oldestStop: UInt64, now: @autoclosure () -> Duration) -> Bool {
    switch self {
    case .inProgress: return false
    case .stoppedEarly(let stop) where stop.isRemembered(oldestStop: oldestStop, now: now()):
      self = .unknown
      return false
    case .unknown, .finished, .stoppedEarly:
      self = .inProgress
      return true
    }
  }

  /// Returns false if the request is not in progress.
  mutating func stop(_ number: UInt64, oldestStop: UInt64, now: Duration) -> Bool {
    let stop = Stop(number: number, expires: now + Self.lifetime)
    switch self {
    case .inProgress:
      self = .finished(stop)
      return true
    case .finished(let earlier) where earlier.isRemembered(oldestStop: oldestStop, now: now):
      return false
    case .unknown, .finished, .stoppedEarly:
      self = .stoppedEarly(stop)
      return false
    }
  }

  /// Whether this must be stored: `unknown` is the same as no place.
  func isNeeded(oldestStop: UInt64, now: Duration) -> Bool {
    switch self {
    case .unknown: false
    case .inProgress: true
    case .finished(let stop), .stoppedEarly(let stop): stop.isRemembered(oldestStop: oldestStop, now: now)
    }
  }
}
