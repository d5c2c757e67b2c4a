internal import Board
package import SignalboxCore

/// One moment of a job.
package struct JobSnapshot: Sendable, Equatable {
  package let state: ActionState
  package let record: JobRecord

  /// The state of a job in one word.
  package enum Phase: String, Sendable, CaseIterable {
    case idle, running, succeeded, failed, cancelled
    /// It failed, which the board tolerates, and there is no earlier success.
    case tolerated
  }

  /// True from the acceptance of a start until all work has ended, including cancelled work.
  package var isRunning: Bool { state.executing }

  /// True while all runs have been cancelled and no run is waiting.
  package var isCancelling: Bool {
    state.cancelling > 0 && state.cancelling == state.running && state.waiting == 0
  }

  package var phase: Phase { isRunning ? .running : lastPhase }

  /// The state of the finished runs, whether or not it runs now.
  package var lastPhase: Phase {
    switch record.lastResult {
    case .succeeded: .succeeded
    case .failed: .failed
    case .cancelled: record.toleratedFailure == nil ? .cancelled : .tolerated
    case nil: record.toleratedFailure == nil ? .idle : .tolerated
    }
  }

  /// The result of the last finished run, if it is still valid: a run that a person started invalidates it.
  private var standingResult: JobRecord.Result? {
    isRunning && !record.keepsResult ? nil : record.lastResult
  }

  /// The facts that guards read.
  var facts: ActionFacts {
    var facts = ActionFacts()
    facts.isRunning = isRunning
    facts.hasSucceeded = standingResult == .succeeded
    if case .failed = standingResult { facts.hasFailed = true }
    facts.isIdle = record.runCount == 0 && !isRunning
    facts.isEnabled = state.enabled
    facts.value = record.value
    facts.progress = record.fraction
    return facts
  }
}
