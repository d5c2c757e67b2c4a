internal import Board
package import Boundary
internal import Processes
internal import Programs

/// The record of the runs of a job: a pure state machine.
package struct JobRecord: Sendable, Equatable, WithPresentRuns {
  /// What the runs come to.
  package private(set) var runs = RunSummary()
  /// The number of attempts that have begun; a run that is retried has several.
  package private(set) var attemptCount = 0
  /// When the last result was reached, on the clock of ages; nil if it is unknown.
  package private(set) var resultTime: Duration?
  /// Whether guards may read the last result. False for a remembered result that is too old for them, until a
  /// run replaces it.
  package private(set) var isResultKnown = true
  /// The number of failures since the last success.
  package private(set) var failuresInARow = 0
  /// The present and the last runs.
  package private(set) var history = RunHistory()
  private var notified = NotifiedState()
  /// The ticket of the inputs of the last result, if that is a success and its inputs were recorded.
  package internal(set) var inputs: InputTicket?
  /// The tickets of the inputs of the last attempts of present runs, by the numbers of the runs.
  private(set) var attemptInputs: [Int: InputTicket] = [:]
  /// How commands have ended that succeeded in another way than by exit code 0, by the number of the run.
  private var ends: [Int: CommandOutcome] = [:]

  /// The effect of the end of a run.
  struct End: Equatable {
    /// Whether its result counts; a failure does not while it is tolerated.
    let counts: Bool
    /// The changes that notices are sent for.
    let changes: Set<NotifyPolicy.Change>
  }

  /// The present runs, the oldest first.
  package var present: [RunHistory.Entry] { history.present }

  package var isRunning: Bool { history.isRunning }

  package init() {}

  /// The record that continues from a remembered result.
  /// - Parameters:
  ///   - time: The present time on the clock of ages.
  ///   - wallSeconds: The present time in seconds since 1970; nil if it is not known.
  ///   - isKnownToGuards: Whether guards may read the result. If not, it is only shown, and the facts about
  ///     it are unknown until a run replaces it.
  ///   - staleAfter: The age from which on a success counts no more; nil if it counts for ever.
  package init(
    _ remembered: RememberedResult, at time: Duration, wallSeconds: UInt32? = nil, isKnownToGuards: Bool,
    staleAfter: Duration? = nil
  ) {
    // A result without a history is that of at least one run.
    let lastRun = remembered.history.entries.max { $0.number < $1.number }
    runs.count = max(1, lastRun?.number ?? 0)
    runs.input = lastRun?.input
    runs.last = remembered.last
    resultTime = remembered.age < .zero || runs.last.result == nil ? nil : time - remembered.age
    isResultKnown = isKnownToGuards
    failuresInARow = remembered.history.failuresInARow
    runs.value = remembered.value
    history = remembered.history
    if runs.last.result == .succeeded, remembered.age >= .zero, let wallSeconds {
      runs.totals.lastSuccess =
        wallSeconds - min(wallSeconds, UInt32(clamping: remembered.age.components.seconds))
    }
    if let staleAfter, runs.last.result == .succeeded, remembered.age < .zero || remembered.age >= staleAfter
    {
      runs.last.result = RunOutcome(JobFailure.stale(after: staleAfter))
    }
    if isKnownToGuards, let result = runs.last.result { _ = notified.take(result, from: .clock) }
  }

  /// A start was accepted; its run will begin, now or later.
  mutating func accept(from cause: StartCause) {
    if cause != .clock {
      runs.keepsResult = false
      isResultKnown = true
    } else if !isRunning {
      runs.keepsResult = true
    }
  }

  /// A run begins. Returns its number, counted from 1.
  /// - Parameter firstLine: The number of its first line of output.
  mutating func begin(
    at time: Duration, input: InputValues? = nil, cause: StartCause = .person, starter: Starter? = nil,
    firstLine: Int = 0
  ) -> Int {
    runs.count += 1
    if !isRunning {
      if !runs.keepsResult { runs.value = nil }
      runs.fraction = nil
    }
    history.begin(
      runs.count, at: time, cause: cause, starter: starter, input: input, firstLine: firstLine)
    runs.input = input
    runs.restarts = 0
    return runs.count
  }

  /// An attempt of a run begins. Returns the number of the attempt, counted from 1 over all runs.
  mutating func beginAttempt(of run: Int, at time: Duration) -> Int {
    attemptCount += 1
    ends[run] = nil
    history.beginAttempt(of: run, at: time)
    return attemptCount
  }

  /// The inputs of the next attempt of a run are those of this ticket; nil if they could not be recorded.
  mutating func take(inputs ticket: InputTicket?, of run: Int) { attemptInputs[run] = ticket }

  /// A run reports its value and its progress; a value of nil keeps the last one.
  mutating func report(value: String?, fraction: Double?) {
    if let value { runs.value = value }
    runs.fraction = fraction
  }

  /// Removes a value that was shown only for a while; another one stays.
  mutating func clearValue(_ passing: String) {
    if runs.value == passing { runs.value = nil }
  }

  /// The present run of a service enters a state.
  mutating func serve(_ state: ServiceState, at time: Duration) {
    // A service has one run at a time.
    guard let run = present.last else { return }
    history.change(run.number) { presence in
      presence.service = state
      switch state {
      case .starting: presence.readySince = nil
      case .ready: (presence.readySince, presence.notReady) = (time, nil)
      case .restarting: break
      }
    }
  }

  /// The present start of a service has failed, for this reason.
  mutating func fail(toBeReady reason: String) {
    guard let run = present.last else { return }
    history.change(run.number) { $0.notReady = reason }
  }

  /// The program of a service is started again, which may follow so many times more in a row; nil if that is
  /// as before.
  mutating func countRestart(left: Int? = nil) {
    runs.restarts += 1
    guard let left, let run = present.last else { return }
    history.change(run.number) { $0.restartsLeft = left }
  }

  /// A service is ready. Returns the changes that notices are sent for.
  mutating func recover() -> Set<NotifyPolicy.Change> { notified.recover() }

  /// Sets the processes that keep the output of this run open after its program has ended; nil when they have
  /// ended.
  mutating func wait(for holders: OutputHolders?, in run: Int) {
    history.change(run) { $0.outputHolders = holders }
  }

  /// Sets when the grace period of this run ends, whose command is being stopped; nil when it has ended.
  mutating func stop(_ run: Int, by end: Duration?) {
    history.change(run) { $0.stopEnd = end }
  }

  /// The command of this run has succeeded, although not by exit code 0.
  mutating func succeed(by end: CommandOutcome, in run: Int) { ends[run] = end }

  /// How the command of this run has ended, if it has succeeded.
  func successfulEnd(of run: Int) -> CommandOutcome { ends[run] ?? .exited(0) }

  /// Sets what the program of this run asks; nil for nothing.
  mutating func ask(_ question: ProgramQuestion?, in run: Int) {
    history.change(run) { $0.question = question }
  }

  /// Sets whether the program of this run reads keys, although nobody can type.
  mutating func setWantsKeys(_ wantsKeys: Bool, in run: Int) {
    history.change(run) { $0.wantsKeys = wantsKeys }
  }

  /// The run with this number ends. Returns the effect.
  /// - Parameters:
  ///   - ageTime: The present time on the clock of ages; nil if that is the same.
  ///   - wallSeconds: The present time in seconds since 1970; nil if it is not known.
  ///   - exitCode: The exit code of its command, if that ended by itself.
  ///   - failuresBeforeError: The number of consecutive failures from which on they count.
  @discardableResult
  mutating func end(
    _ result: RunOutcome, of run: Int, at time: Duration, ageTime: Duration? = nil,
    wallSeconds: UInt32? = nil,
    exitCode: Int32? = nil, failuresBeforeError: Int = 1
  ) -> End {
    let cause = history[run]?.cause ?? .person
    let start = history[run]?.start
    if let start { runs.last.duration = time - start }
    runs.last.exitCode = exitCode
    ends[run] = nil
    let inputs = attemptInputs.removeValue(forKey: run)
    let outcome = judge(result, failuresBeforeError)
    if outcome.counts {
      runs.last.result = outcome
      resultTime = ageTime ?? time
      isResultKnown = true
      self.inputs = outcome == .succeeded ? inputs : nil
    }
    history.end(run, outcome, at: time, exitCode: exitCode)
    runs.totals.count(outcome, duration: start.map { time - $0 } ?? .zero, wallSeconds: wallSeconds)
    if !isRunning { runs.fraction = nil }
    return End(counts: outcome.counts, changes: notified.take(outcome, from: cause))
  }

  /// The age of the last result if it is a success; nil otherwise, and if it is not known.
  func successAge(at ageTime: Duration) -> Duration? {
    guard runs.last.result == .succeeded, let resultTime, ageTime >= resultTime else { return nil }
    return ageTime - resultTime
  }

  /// The number of the last run that failed; nil if none is kept.
  var lastFailedRun: Int? {
    history.entries.last { entry in
      switch entry.ending?.outcome {
      case .failed: true
      case .succeeded, .tolerated, .cancelled, .lost, nil: false
      }
    }?.number
  }

  /// The last success counts no more, for this reason. Returns the changes that notices are sent for.
  mutating func lapse(_ failure: JobFailure) -> Set<NotifyPolicy.Change> {
    let result = RunOutcome(failure)
    (runs.last.result, runs.last.toleratedFailure) = (result, nil)
    inputs = nil
    return notified.take(result, from: .clock)
  }

  /// The outcome, which is tolerated if it is a failure and there were too few of them in a row.
  private mutating func judge(_ outcome: RunOutcome, _ failuresBeforeError: Int) -> RunOutcome {
    runs.last.toleratedFailure = nil
    switch outcome {
    case .succeeded: failuresInARow = 0
    case .failed(let failure):
      failuresInARow += 1
      guard failuresInARow >= failuresBeforeError else {
        runs.last.toleratedFailure = "\(failure.message) (\(failuresInARow) of \(failuresBeforeError))"
        return .tolerated(failure)
      }
    case .tolerated, .cancelled, .lost: break
    }
    return outcome
  }
}
