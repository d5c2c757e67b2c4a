internal import Board
package import Boundary
package import SignalboxCore

/// One moment of a job.
package struct JobSnapshot: Sendable, Equatable {
  package let state: ActionState
  package let record: JobRecord

  /// True from the acceptance of a start until all work has ended, including cancelled work.
  package var isRunning: Bool { state.executing }

  /// True while all runs have been cancelled and no run is waiting.
  package var isCancelling: Bool {
    state.cancelling > 0 && state.cancelling == state.running && state.waiting == 0
  }

  package var phase: ActionStatus.Phase { isRunning ? .running : lastPhase }

  /// The state of the finished runs, whether or not it runs now.
  package var lastPhase: ActionStatus.Phase {
    ActionStatus.Phase(record.lastResult, toleratedFailure: record.toleratedFailure)
  }

  /// The result of the last finished run, if it is still valid: a run that a person started invalidates it.
  private var standingResult: RunResult? {
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
