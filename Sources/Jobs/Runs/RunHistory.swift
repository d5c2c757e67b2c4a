/// The last runs of a job, the oldest first: a pure state machine of bounded size.
///
/// It changes when a run begins, is tried once more and ends, never with what a run prints.
public struct RunHistory: Sendable, Equatable {
  /// One run.
  public struct Entry: Sendable, Equatable, Identifiable {
    /// Its number among all runs of the job, counted from 1.
    public let number: Int
    /// When it began, in the time of the station.
    public let start: Duration
    public let cause: StartCause
    /// What it was given; nil when that was nothing.
    public let input: String?
    /// The number of the line of output from which on it can be read.
    public let firstLine: Int
    /// How often its work was begun; more than once when it is retried.
    public fileprivate(set) var attempts = 0
    /// When the last attempt began; nil before the first.
    fileprivate var attemptStart: Duration?
    /// How it ended, and when; nil while it runs.
    public fileprivate(set) var ending: Ending?

    public var id: Int { number }

    /// How long it took, with all attempts and the waits between them; nil while it runs.
    public var duration: Duration? { ending.map { $0.time - start } }

    /// How long the attempt took that succeeded: for a probe, its latency. Nil unless the run succeeded.
    public var latency: Duration? {
      guard let ending, ending.outcome == .succeeded else { return nil }
      return ending.time - (attemptStart ?? start)
    }
  }

  /// The end of a run.
  public struct Ending: Sendable, Equatable {
    public let outcome: Outcome
    public let time: Duration
  }

  /// What became of a run.
  public enum Outcome: Sendable, Equatable {
    case succeeded
    /// It failed, in words such as "exit code 1" or "timed out after 12 s".
    case failed(String)
    /// It failed, and the board says that this failure does not count yet.
    case tolerated(String)
    case cancelled
  }

  /// The most runs that are kept, unless more than that run now.
  public static let limit = 50
  /// The most characters that are kept of what a failure says.
  static let messageLimit = 200

  /// Those that run now, and the last ones that do not.
  public private(set) var entries: [Entry] = []

  public init() {}

  /// The run with this number; nil when there is none, or it is forgotten.
  public subscript(number: Int) -> Entry? { index(of: number).map { entries[$0] } }

  mutating func begin(_ number: Int, at time: Duration, cause: StartCause, input: String?, firstLine: Int) {
    entries.append(
      Entry(number: number, start: time, cause: cause, input: input, firstLine: firstLine))
    // What runs is never forgotten, so that its end finds it.
    if entries.count > Self.limit, let oldest = entries.firstIndex(where: { $0.ending != nil }) {
      entries.remove(at: oldest)
    }
  }

  mutating func beginAttempt(of number: Int, at time: Duration) {
    guard let index = index(of: number) else { return }
    entries[index].attempts += 1
    entries[index].attemptStart = time
  }

  mutating func end(_ number: Int, _ outcome: Outcome, at time: Duration) {
    guard let index = index(of: number) else { return }
    entries[index].ending = Ending(outcome: outcome.bounded, time: time)
  }

  /// The newest are asked for most.
  private func index(of number: Int) -> Int? { entries.lastIndex { $0.number == number } }
}

extension RunHistory.Outcome {
  fileprivate var bounded: Self {
    switch self {
    case .succeeded, .cancelled: self
    case .failed(let message): .failed(String(message.prefix(RunHistory.messageLimit)))
    case .tolerated(let message): .tolerated(String(message.prefix(RunHistory.messageLimit)))
    }
  }
}
