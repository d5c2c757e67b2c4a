/// Requests to a network that does not exist: they take time, fail at known moments and carry progress.
///
/// A plan and nothing else. `SimulatedNetwork.run` carries it out on a clock.
public struct SimulatedNetwork: Sendable, Equatable {
  /// How long a run takes.
  public var duration: Duration
  /// How many steps of progress a run reports, at equal distances; 0 for none.
  public var steps: Int
  /// How many requests a run makes. They start and stop one after the other and overlap in the middle.
  public var requests: Int
  /// Every run whose number is a multiple of this fails; nil for none.
  public var failEvery: Int?
  /// What the run shows as its value.
  public var value: String?
  /// The message of a run that fails.
  public var failure: String

  public init(
    duration: Duration, steps: Int = 0, requests: Int = 1, failEvery: Int? = nil, value: String? = nil,
    failure: String = "simulated failure"
  ) {
    self.duration = max(.zero, duration)
    self.steps = max(0, steps)
    self.requests = max(1, requests)
    self.failEvery = failEvery.flatMap { $0 > 0 ? $0 : nil }
    self.value = value
    self.failure = failure
  }

  /// What happens in a run.
  public enum Event: Sendable, Equatable {
    case requestStarted(Int)
    case requestStopped(Int)
    case value(String)
    case progress(completed: Int, of: Int)
  }

  /// How a run ends.
  public enum Outcome: Sendable, Equatable {
    case succeeded
    case failed(String)
  }

  /// What happens how long after the start of a run.
  public struct Moment: Sendable, Equatable {
    public var offset: Duration
    public var event: Event

    public init(_ offset: Duration, _ event: Event) {
      self.offset = offset
      self.event = event
    }
  }

  /// How run number `run` ends, after `duration`. The first run is number 1.
  public func outcome(ofRun run: Int) -> Outcome {
    guard let failEvery, run.isMultiple(of: failEvery) else { return .succeeded }
    return .failed(failure)
  }

  /// All that happens in run number `run`, in order of time; the same every time it is asked.
  ///
  /// A run that fails never reports its last step. At one moment, requests start first and stop last.
  public func schedule(ofRun run: Int) -> [Moment] {
    let fails = outcome(ofRun: run) != .succeeded
    var moments = (0..<requests).map { Moment(lead(of: $0), .requestStarted($0)) }
    if let value { moments.append(Moment(.zero, .value(value))) }
    if steps > 0 {
      moments += (0...(fails ? steps - 1 : steps)).map { step in
        Moment(duration * step / steps, .progress(completed: step, of: steps))
      }
    }
    moments += (0..<requests).map { request in
      Moment(duration - lead(of: requests - 1 - request), .requestStopped(request))
    }
    // `sorted` is stable, so what is at one moment stays in the order of the lists above.
    return moments.sorted { $0.offset < $1.offset }
  }

  /// How long after the first request this one starts; mirrored, how long before the last one it stops.
  private func lead(of request: Int) -> Duration {
    duration * request / (2 * requests)
  }
}
