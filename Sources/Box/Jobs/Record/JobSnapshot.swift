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
  package var isCancelling: Bool { state.isCancelling }
  /// A service that is being stopped is not ready any more.
  package var isReady: Bool { record.service == .ready && state.cancelling == 0 }

  package var phase: ActionStatus.Phase {
    isRunning ? record.service?.phase ?? .running : record.runs.last.phase
  }

  /// Whether the last result is still valid: a run that a person started invalidates it.
  private var hasStandingResult: Bool { !isRunning || record.runs.keepsResult }

  /// The facts that guards read.
  /// - Parameter time: The present time of the station.
  func facts(at time: Duration) -> ActionFacts {
    var facts = ActionFacts()
    facts.isRunning = isRunning
    facts.isEnabled = state.enabled
    facts.progress = record.runs.fraction
    facts.isReady = isReady
    facts.restarts = record.runs.restarts
    facts.asks = record.question != nil
    guard record.isResultKnown else {
      (facts.hasSucceeded, facts.hasFailed) = (nil, nil)
      facts.isIdle = isRunning ? false : nil
      facts.hasEnded = isRunning ? false : nil
      return facts
    }
    facts.isIdle = record.runs.count == 0 && !isRunning
    facts.hasEnded = record.runs.count > 0 && !isRunning
    facts.value = record.runs.value
    guard hasStandingResult else { return facts }
    facts.hasSucceeded = record.runs.last.result == .succeeded
    facts.hasFailed = record.runs.last.result?.failure != nil
    // A negative age is that of a clock that went back.
    facts.age = record.resultTime.map { time - $0 }.flatMap { $0 < .zero ? nil : $0 }
    return facts
  }
}

extension ActionState {
  /// True while all runs have been cancelled and no run is waiting.
  var isCancelling: Bool { cancelling > 0 && cancelling == running && waiting == 0 }
}
