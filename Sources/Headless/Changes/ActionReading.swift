internal import Board
package import Boundary
internal import Programs
internal import SignalboxCore

/// One moment of an action, as headless front ends print it.
package struct ActionReading: Equatable, Sendable {
  package var id: String
  /// Its state, of which a tolerated failure is none.
  package var state = ActionStatus.Phase.idle
  /// Whether this tells that it was not started.
  var isRefused = false
  /// Whether it can be started now.
  var isEnabled = true
  /// The parts of its guard that do not hold.
  package var blockedBy: [String] = []
  /// Its progress in percent; nil if it is unknown.
  var progress: Int?
  /// Why the last finished run failed, why it was refused, or why the last start of a service that runs was
  /// not ready in time; nil in other states.
  package var detail: String?
  /// The last finished run; empty while one is present.
  var last = FinishedRun()
  /// Whether the inputs of its last success are as they were; nil if it has no inputs.
  var freshness: Freshness?
  /// What is said of changed files that are going to start it, or of its paused watch; nil for nothing.
  package var watchNote: String?
  /// How long ago its inputs changed; nil where only changes are printed, at once.
  package var staleAge: Duration?
  /// Its current value.
  var value: String?
  /// The port on which its command listens, or is going to; nil for none.
  var port: UInt16?
  /// What its program asks; nil for nothing.
  var question: String?
  /// Whether the answer must not be shown.
  var isQuestionHidden = false
  /// The number of runs that have begun, which is the number of the last one.
  var runCount = 0
  /// Where its present run is, "ada@laptop"; nil if that is this machine, or there is none.
  var place: String?
  /// What it waits for beyond this machine; nil for nothing.
  var wait: String?
  /// Whether it repeats by itself and is quiet.
  var repeatsQuietly = false
  /// Whether the clock has started the present or last run.
  var isByClock = false

  /// The state in one word.
  var word: String { isRefused ? "refused" : state.rawValue }

  /// The state, and what its program asks.
  package var stateInWords: String {
    guard let left = details?.leftRunning else { return stateWithQuestion }
    return "\(stateWithQuestion), left running: \(left)"
  }

  private var stateWithQuestion: String {
    question.map { "\(word), asks: \($0)" } ?? (isLocked ? "locked" : stateWithFreshness)
  }

  /// The state, and why a success does not count.
  private var stateWithFreshness: String {
    ([word, staleness, watchNote] as [String?]).compactMap(\.self).joined(separator: ", ")
  }

  /// Why its success does not count, as in "stale: Sources/A.swift changed 12 s ago"; nil if it does.
  package var staleness: String? {
    guard state == .succeeded, let stale = freshness?.stale else { return nil }
    return "stale: \(stale.text(staleAge.map { "\($0.wholeSeconds) ago" }))"
  }

  /// The exit code of the command of the last finished run, unless its failure is tolerated.
  var exitCode: Int32? { last.toleratedFailure == nil ? last.exitCode : nil }

  /// True if its guard does not allow a start. A running action is never locked: it can be cancelled.
  package var isLocked: Bool { !blockedBy.isEmpty && !state.isPresent }

  /// What `list` says about it besides; nil where only its state is printed.
  package var details: Details?

  /// What the definition of an action says about it, and what is left of its runs.
  package struct Details: Equatable, Sendable {
    /// What it is for; nil if the board does not say it.
    package var summary: String?
    /// What it does; empty if there is nothing to say.
    package var work: String
    /// Why it cannot be started although its guard holds, or may hold: "not asked: no box"; nil for nothing.
    package var obstacle: String?

    /// The processes that its commands have left running; nil for none.
    package var leftRunning: String?
    /// What is entered for a start.
    var form = InputForm.none

    package init(_ action: ActionStatus) {
      (summary, work) = (action.description.summary, action.description.work)
      leftRunning = action.leftRunning?.description
      form = action.description.form
      obstacle = action.isRunning || !action.verdict.isPassing ? nil : action.shared?.obstacle
    }
  }

  init(id: String) { self.id = id }

  /// Counts a run from its acceptance on: a job that has accepted a run is running, even if the run has not
  /// begun yet.
  /// - Parameter earlier: The previous reading of the action.
  mutating func countAcceptedRun(after earlier: ActionReading) {
    guard state.isPresent, place == nil, runCount <= earlier.runCount else { return }
    runCount = earlier.state.isPresent && earlier.place == nil ? earlier.runCount : earlier.runCount + 1
  }

  /// An action was not started, for this reason.
  package init(refused action: ActionStatus, because reason: String) {
    self.init(action)
    (isRefused, state, detail) = (true, .idle, reason)
  }

  package init(_ action: ActionStatus) {
    id = action.id
    if action.phase != .tolerated { state = action.phase }
    isEnabled = action.isEnabled
    if case .blocked(let parts) = action.verdict { blockedBy = parts }
    progress = action.fraction.map { Int($0 * 100) }
    value = action.value
    port = action.port
    freshness = action.freshness
    watchNote = action.watchNote
    runCount = action.runCount
    question = action.question?.words
    isQuestionHidden = action.question?.isHidden ?? false
    place = action.isRunning ? nil : (action.shared?.lostRun ?? action.shared?.runs.first)?.place
    wait = action.shared?.wait
    repeatsQuietly = action.description.repeats && action.description.isQuiet
    isByClock = action.keepsResult
    detail = state == .failed ? action.last.result?.failure : action.notReady
    if !action.isRunning { last = action.last }
  }
}
