/// Simulated requests, as used by the demo board.
///
///     let download = Simulation(duration: .seconds(8), steps: 40, value: "update 7.2")
public struct Simulation: Sendable, Equatable {
  /// The duration of a run.
  public let duration: Duration
  /// The number of equal steps in which progress is reported; 0 for no progress.
  public let steps: Int
  /// The number of requests in progress during a run; at least 1.
  public let requests: Int
  /// Every run whose number is a multiple of this fails; nil if none does.
  public let failEvery: Int?
  /// The message of a failure.
  public let failure: String
  /// The value that a run shows; nil for none.
  public let value: String?

  public init(
    duration: Duration, steps: Int = 0, requests: Int = 1, failEvery: Int? = nil,
    failure: String = "simulated failure", value: String? = nil
  ) {
    self.duration = duration
    self.steps = steps
    self.requests = requests
    self.failEvery = failEvery
    self.failure = failure
    self.value = value
  }

  /// Whether a run fails.
  /// - Parameter number: The number of the run, starting from 1.
  public func fails(run number: Int) -> Bool {
    guard let failEvery else { return false }
    return number.isMultiple(of: failEvery)
  }
}
