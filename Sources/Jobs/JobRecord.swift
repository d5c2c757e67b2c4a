/// What is remembered about the runs of a job: a pure state machine.
public struct JobRecord: Sendable, Equatable {
  /// How a run ended.
  public enum Result: Sendable, Equatable {
    case succeeded
    case failed(String)
    case cancelled
  }

  /// How many runs have begun.
  public private(set) var runCount = 0
  /// When those that run now began, the oldest first: times since the creation of the activity indicator.
  public private(set) var runningSince: [Duration] = []
  /// True from the wish to cancel until the last run has ended.
  public private(set) var isCancelling = false
  /// How the last finished run ended; nil before the first one.
  public private(set) var lastResult: Result?
  /// How long the last finished run took.
  public private(set) var lastDuration: Duration?
  /// What the last run to say something said.
  public private(set) var value: String?
  /// How far the run is that last said so; nil when nothing runs.
  public private(set) var fraction: Double?

  public var isRunning: Bool { !runningSince.isEmpty }

  public init() {}

  /// A run begins. Returns its number, counted from 1.
  mutating func begin(at time: Duration) -> Int {
    runCount += 1
    if runningSince.isEmpty {
      value = nil
      fraction = nil
    }
    runningSince.append(time)
    return runCount
  }

  /// A run says something; nil leaves what was said before.
  mutating func report(value: String?, fraction: Double?) {
    if let value { self.value = value }
    if let fraction { self.fraction = fraction }
  }

  mutating func cancel() {
    isCancelling = isRunning
  }

  /// The run that began at `start` ends.
  mutating func end(_ result: Result, startedAt start: Duration, at time: Duration) {
    if let index = runningSince.firstIndex(of: start) { runningSince.remove(at: index) }
    lastResult = result
    lastDuration = time - start
    guard runningSince.isEmpty else { return }
    isCancelling = false
    fraction = nil
  }
}
