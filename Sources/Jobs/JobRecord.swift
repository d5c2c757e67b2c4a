internal import Board

/// What is remembered about the runs of a job: a pure state machine.
public struct JobRecord: Sendable, Equatable {
  /// How a run ended.
  public enum Result: Sendable, Equatable {
    case succeeded
    case failed(String)
    case cancelled

    /// What went wrong; nil if nothing did.
    public var failure: String? {
      if case .failed(let message) = self { message } else { nil }
    }
  }

  /// How many runs have begun.
  public private(set) var runCount = 0
  /// How many attempts have begun; a run that is retried has several.
  public private(set) var attemptCount = 0
  /// What the last run to begin was given; nil when that was nothing.
  public private(set) var input: String?
  /// When the present runs began, the oldest first, in the time of the station.
  public private(set) var runningSince: [Duration] = []
  /// How the last finished run ended; nil before the first one. A failure that is tolerated changes nothing.
  public private(set) var lastResult: Result?
  /// How many of the last runs have failed, one after the other.
  public private(set) var failuresInARow = 0
  /// What went wrong in the last finished run, when that is tolerated.
  public private(set) var toleratedFailure: String?
  /// True when the clock started what runs, so that the last result stands until it ends.
  public private(set) var keepsResult = false
  /// The exit code of the command of the last finished run; nil when it has none.
  public private(set) var lastExitCode: Int32?
  /// How long the last finished run took.
  public private(set) var lastDuration: Duration?
  /// What the last run to say something said.
  public private(set) var value: String?
  /// How far the run is that last said something; nil when it did not say, or nothing runs.
  public private(set) var fraction: Double?
  /// The last runs, one by one.
  public private(set) var history = RunHistory()
  private var standing = Standing()
  /// For whom runs wait whose program has ended, by the numbers of the runs.
  private var waits: [Int: OutputHolders] = [:]

  /// What the end of a run means.
  struct End: Equatable {
    /// Whether its result counts; a failure does not while it is tolerated.
    let counts: Bool
    /// What has changed for those who are told of changes.
    let changes: Set<NotifyPolicy.Change>
  }

  public var isRunning: Bool { !runningSince.isEmpty }

  /// Whether the run with this number has begun and ended, and all before it.
  public func hasEnded(upTo run: Int) -> Bool {
    run <= runCount && !history.entries.contains { $0.number <= run && $0.ending == nil }
  }

  /// For whom is waited after a program has ended, because they keep its output open; nil mostly.
  public var outputHolders: OutputHolders? {
    waits.isEmpty ? nil : OutputHolders(waits.values.flatMap(\.processes))
  }

  public init() {}

  /// A start was accepted; its run will begin, now or later.
  mutating func accept(from cause: StartCause) {
    if cause == .person {
      keepsResult = false
    } else if !isRunning {
      keepsResult = true
    }
  }

  /// A run begins. Returns its number, counted from 1.
  /// - Parameter firstLine: The number of the line of output from which on the run can be read.
  mutating func begin(
    at time: Duration, input: String? = nil, cause: StartCause = .person, firstLine: Int = 0
  ) -> Int {
    runCount += 1
    history.begin(runCount, at: time, cause: cause, input: input, firstLine: firstLine)
    self.input = input
    if runningSince.isEmpty {
      if !keepsResult { value = nil }
      fraction = nil
    }
    runningSince.append(time)
    return runCount
  }

  /// A run does its work for the first time or once more. Returns the number of the attempt, counted from 1 over all
  /// runs.
  mutating func beginAttempt(of run: Int, at time: Duration) -> Int {
    attemptCount += 1
    history.beginAttempt(of: run, at: time)
    return attemptCount
  }

  /// A run says what it is at; without a value, the last one stays.
  mutating func report(value: String?, fraction: Double?) {
    if let value { self.value = value }
    self.fraction = fraction
  }

  /// The program of this run has ended and its output has not; nil when that is over.
  mutating func wait(for holders: OutputHolders?, in run: Int) {
    waits[run] = holders
  }

  /// The run with this number ends. Returns what that means.
  /// - Parameters:
  ///   - exitCode: That of its command, if it has one that has ended by itself.
  ///   - failuresBeforeError: Which failure in a row is the first that counts.
  @discardableResult
  mutating func end(
    _ result: Result, of run: Int, at time: Duration, exitCode: Int32? = nil, failuresBeforeError: Int = 1
  ) -> End {
    let cause = history[run]?.cause ?? .person
    if let start = history[run]?.start {
      if let index = runningSince.firstIndex(of: start) { runningSince.remove(at: index) }
      lastDuration = time - start
    }
    lastExitCode = exitCode
    let counts = judge(result, failuresBeforeError)
    if counts { lastResult = result }
    history.end(run, RunHistory.Outcome(result, counts: counts), at: time)
    if runningSince.isEmpty { fraction = nil }
    return End(counts: counts, changes: counts ? standing.take(result, from: cause) : [])
  }

  private mutating func judge(_ result: Result, _ failuresBeforeError: Int) -> Bool {
    toleratedFailure = nil
    switch result {
    case .succeeded: failuresInARow = 0
    case .failed(let message):
      failuresInARow += 1
      guard failuresInARow >= failuresBeforeError else {
        toleratedFailure = "\(message) (\(failuresInARow) of \(failuresBeforeError))"
        return false
      }
    case .cancelled: break
    }
    return true
  }
}

extension RunHistory.Outcome {
  fileprivate init(_ result: JobRecord.Result, counts: Bool) {
    self =
      switch result {
      case .succeeded: .succeeded
      case .failed(let message): counts ? .failed(message) : .tolerated(message)
      case .cancelled: .cancelled
      }
  }
}
