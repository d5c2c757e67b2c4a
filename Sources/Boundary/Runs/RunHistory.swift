package import Board

/// The last runs of a job, the oldest first: a pure state machine of bounded size.
///
/// It changes when a run or an attempt begins and when a run ends, and not when a run prints something.
package struct RunHistory: Sendable, Equatable {
  /// One run.
  package struct Entry: Sendable, Equatable, Identifiable {
    /// Its number among all runs of the job, counted from 1.
    package var number: Int
    /// When it began, in the time of the station.
    package var start: Duration
    package var cause: StartCause
    /// The front end that requested it, such as "run" or "panel on pts/3"; nil for none.
    package var starter: String?
    /// Its input; nil for none.
    package var input: String?
    /// The number of its first line of output.
    package var firstLine: Int
    /// The number of its attempts; more than one if it was retried.
    package var attempts = 0
    /// When the last attempt began; nil before the first.
    package var attemptStart: Duration?
    /// Its outcome and its end; nil while it runs.
    package var ending: Ending?

    package init(
      number: Int, start: Duration, cause: StartCause, starter: String?, input: String?, firstLine: Int
    ) {
      self.number = number
      self.start = start
      self.cause = cause
      self.starter = starter
      self.input = input
      self.firstLine = firstLine
    }

    package var id: Int { number }

    /// Its duration, including all attempts and the waits between them; nil while it runs.
    package var duration: Duration? { ending.map { $0.time - start } }

    /// The duration of the attempt that succeeded: for a probe, its latency. Nil unless the run succeeded.
    package var latency: Duration? {
      guard let ending, ending.outcome == .succeeded else { return nil }
      return ending.time - (attemptStart ?? start)
    }
  }

  /// The end of a run.
  package struct Ending: Sendable, Equatable {
    package var outcome: RunOutcome
    package var time: Duration

    package init(outcome: RunOutcome, time: Duration) {
      self.outcome = outcome
      self.time = time
    }
  }

  /// The most runs that are kept, unless more are running.
  package static let limit = 50
  /// The most characters of the message of a failure that are kept.
  static let messageLimit = 200

  /// The present runs and the last finished ones.
  package private(set) var entries: [Entry] = []

  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// The run with this number; nil if there is none, or it is no longer kept.
  package subscript(number: Int) -> Entry? { index(of: number).map { entries[$0] } }

  /// A run begins.
  package mutating func begin(
    _ number: Int, at time: Duration, cause: StartCause, starter: String? = nil, input: String?,
    firstLine: Int
  ) {
    entries.append(
      Entry(
        number: number, start: time, cause: cause, starter: starter, input: input, firstLine: firstLine))
    // A present run is never dropped, so that its end finds it.
    if entries.count > Self.limit, let oldest = entries.firstIndex(where: { $0.ending != nil }) {
      entries.remove(at: oldest)
    }
  }

  /// An attempt of a run begins.
  package mutating func beginAttempt(of number: Int, at time: Duration) {
    guard let index = index(of: number) else { return }
    entries[index].attempts += 1
    entries[index].attemptStart = time
  }

  /// A run ends.
  package mutating func end(_ number: Int, _ outcome: RunOutcome, at time: Duration) {
    guard let index = index(of: number) else { return }
    entries[index].ending = Ending(outcome: outcome.bounded, time: time)
  }

  /// Searches from the end, because the newest runs are read most.
  private func index(of number: Int) -> Int? { entries.lastIndex { $0.number == number } }
}

extension RunOutcome {
  fileprivate var bounded: Self {
    switch self {
    case .succeeded, .cancelled, .lost: self
    case .failed(let failure): .failed(failure.bounded)
    case .tolerated(let failure): .tolerated(failure.bounded)
    }
  }
}

extension RunFailure {
  fileprivate var bounded: RunFailure {
    RunFailure(kind, String(message.prefix(RunHistory.messageLimit)))
  }
}
