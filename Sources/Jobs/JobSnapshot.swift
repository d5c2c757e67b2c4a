internal import Board
public import SignalboxCore

/// One moment of a job.
public struct JobSnapshot: Sendable, Equatable {
  public let state: ActionState
  public let record: JobRecord

  /// What there is to say about a job in one word.
  public enum Phase: String, Sendable, CaseIterable {
    case idle, running, succeeded, failed, cancelled
  }

  /// It runs from the acceptance of a start until its process is gone.
  public var isRunning: Bool { state.executing || record.isRunning }

  public var phase: Phase {
    if isRunning { return .running }
    return switch record.lastResult {
    case nil: .idle
    case .succeeded: .succeeded
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// What guards may ask about it. A run clears the result of the one before.
  var facts: ActionFacts {
    var facts = ActionFacts()
    facts.isRunning = isRunning
    facts.hasSucceeded = phase == .succeeded
    facts.hasFailed = phase == .failed
    facts.isIdle = phase == .idle
    facts.isEnabled = state.enabled
    facts.value = record.value
    facts.progress = record.fraction
    return facts
  }
}
