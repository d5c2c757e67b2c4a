/// Simulated work: requests on a network that does not exist. The demo board is written with it.
///
///     let download = Simulation(duration: .seconds(8), steps: 40, value: "update 7.2")
public struct Simulation: Sendable, Equatable {
  /// How long one run takes.
  public let duration: Duration
  /// In how many equal steps progress is reported; 0 when none is.
  public let steps: Int
  /// How many requests are under way at the same time while it runs; at least 1.
  public let requests: Int
  /// Every run whose number is a multiple of this fails; nil when none does.
  public let failEvery: Int?
  /// The message of a failure.
  public let failure: String
  /// What a run shows as its value; nil for nothing.
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

  /// Whether a run fails, by its number; the first is 1.
  public func fails(run number: Int) -> Bool {
    guard let failEvery else { return false }
    return number.isMultiple(of: failEvery)
  }
}
