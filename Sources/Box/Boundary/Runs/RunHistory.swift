package import Board
package import Programs

/// The present and the last finished runs of a job, the oldest first: a pure state machine of bounded size.
///
/// It does not change when a run prints something.
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
    package var input: InputValues?
    /// The number of its first line of output.
    package var firstLine: Int
    /// The number of its attempts; more than one if it was retried.
    package var attempts = 0
    /// When the last attempt began; nil before the first.
    package var attemptStart: Duration?
    /// What is known of it only while it runs, or how it has ended.
    package var stage = Stage.present(Presence())

    package init(
      number: Int, start: Duration, cause: StartCause, starter: String?, input: InputValues?, firstLine: Int
    ) {
      self.number = number
      self.start = start
      self.cause = cause
      self.starter = starter
      self.input = input
      self.firstLine = firstLine
    }

    package var id: Int { number }

    /// What is known of it only while it runs; nil when it has ended, and then it cannot be set.
    package var presence: Presence? {
      get { if case .present(let presence) = stage { presence } else { nil } }
      set { if let newValue, ending == nil { stage = .present(newValue) } }
    }

    /// Its outcome and its end; nil while it runs. A run that has ended does not run again: nil cannot be
    /// set.
    package var ending: Ending? {
      get { if case .ended(let ending) = stage { ending } else { nil } }
      set { if let newValue { stage = .ended(newValue) } }
    }

    /// Its duration, including all attempts and the waits between them; nil while it runs.
    package var duration: Duration? { ending.map { $0.time - start } }

    /// The duration of the attempt that succeeded: for a probe, its latency. Nil unless the run succeeded.
    package var latency: Duration? {
      guard let ending, ending.outcome == .succeeded else { return nil }
      return ending.time - (attemptStart ?? start)
    }
  }

  /// A run runs, or has ended.
  package enum Stage: Sendable, Equatable {
    case present(Presence)
    case ended(Ending)
  }

  /// What is known of a run only while it runs.
  package struct Presence: Sendable, Equatable {
    /// Whether an agent has started it, as its front end has said of itself: other agents may end it.
    package var isByAgent = false
    /// What its program asks a person; nil for nothing.
    package var question: ProgramQuestion?
    /// Whether its program reads keys from a terminal on which nobody can type.
    package var wantsKeys = false
    /// The processes that keep its output open although its program has ended; nil if there are none.
    package var outputHolders: OutputHolders?
    /// When its command, which is being stopped, receives the next signal, which is SIGKILL in the end; nil
    /// while it is not being stopped.
    package var stopEnd: Duration?
    /// What it does as the run of a service; nil if it is none.
    package var service: ServiceState?
    /// When the present program of the service was ready; nil if it has not been.
    package var readySince: Duration?
    /// Why the last start of the service was not ready in time; nil if it was, or may still be.
    package var notReady: String?
    /// How often the program of the service may be started again in a row before it has failed; nil before
    /// the first time.
    package var restartsLeft: Int?

    package init() {}
  }

  /// The end of a run.
  package struct Ending: Sendable, Equatable {
    package var outcome: RunOutcome
    package var time: Duration
    /// The exit code of its command, also of one that has succeeded; nil if there is none.
    package var exitCode: Int32?

    package init(outcome: RunOutcome, time: Duration, exitCode: Int32? = nil) {
      self.outcome = outcome
      self.time = time
      self.exitCode = exitCode
    }
  }

  /// The most runs that are kept, unless more are running.
  package static let limit = 50
  /// The most characters of the message of a failure that are kept.
  static let messageLimit = 200

  /// The present runs and the last finished ones.
  package private(set) var entries: [Entry] = []

  /// The number of runs that have not ended: most of the time there is none, and nothing has to be searched.
  private var presentCount: Int

  package init(_ entries: [Entry] = []) {
    self.entries = entries
    presentCount = entries.count { $0.ending == nil }
  }

  /// Whether a run has not ended.
  package var isRunning: Bool { presentCount > 0 }

  /// The runs that have not ended, the oldest first.
  package var present: [Entry] {
    // They are among the last entries, and guards read this often.
    var (rest, place) = (presentCount, entries.endIndex)
    while rest > 0, place > entries.startIndex {
      place -= 1
      if entries[place].ending == nil { rest -= 1 }
    }
    return entries[place...].filter { $0.ending == nil }
  }

  /// The run with this number; nil if there is none, or it is no longer kept.
  package subscript(number: Int) -> Entry? { index(of: number).map { entries[$0] } }

  /// A run begins.
  package mutating func begin(
    _ number: Int, at time: Duration, cause: StartCause, starter: Starter? = nil,
    input: InputValues?, firstLine: Int
  ) {
    var entry = Entry(
      number: number, start: time, cause: cause, starter: starter?.name, input: input,
      firstLine: firstLine)
    entry.presence?.isByAgent = starter?.isAgent == true
    entries.append(entry)
    presentCount += 1
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

  /// Changes what is known of a run while it runs. Nothing happens if it has ended.
  package mutating func change(_ number: Int, _ body: (inout Presence) -> Void) {
    guard let index = index(of: number), var presence = entries[index].presence else { return }
    body(&presence)
    entries[index].presence = presence
  }

  /// A run ends.
  package mutating func end(
    _ number: Int, _ outcome: RunOutcome, at time: Duration, exitCode: Int32? = nil
  ) {
    guard let index = index(of: number) else { return }
    if entries[index].ending == nil { presentCount -= 1 }
    entries[index].stage = .ended(Ending(outcome: outcome.bounded, time: time, exitCode: exitCode))
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
