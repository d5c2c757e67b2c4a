internal import Board
public import SignalboxCore

/// One moment of a job.
public struct JobSnapshot: Sendable, Equatable {
  public let state: ActionState
  public let record: JobRecord

  /// What there is to say about a job in one word.
  public enum Phase: String, Sendable, CaseIterable {
    case idle, running, succeeded, failed, cancelled
    /// It failed, and the board says that this does not count yet; there is no success before it that would still stand.
    case tolerated
  }

  /// True from the acceptance of a start until all work has ended, including cancelled work.
  public var isRunning: Bool { state.executing }

  /// True while everything that runs has been cancelled and no run is waiting.
  public var isCancelling: Bool {
    state.cancelling > 0 && state.cancelling == state.running && state.waiting == 0
  }

  public var phase: Phase { isRunning ? .running : lastPhase }

  /// What there is to say about the finished runs, whatever runs now.
  public var lastPhase: Phase {
    switch record.lastResult {
    case .succeeded: .succeeded
    case .failed: .failed
    case .cancelled: record.toleratedFailure == nil ? .cancelled : .tolerated
    case nil: record.toleratedFailure == nil ? .idle : .tolerated
    }
  }

  /// How the last finished run ended, if that still stands: a run that a person started clears it.
  private var standingResult: JobRecord.Result? {
    isRunning && !record.keepsResult ? nil : record.lastResult
  }

  /// What guards may ask about it.
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
