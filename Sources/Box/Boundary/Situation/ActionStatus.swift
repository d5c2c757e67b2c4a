package import Board
package import Programs

/// One moment of an action: everything that front ends show of it, except its output and its past runs.
///
/// All times are instants on the clock of the box (``Box/now``), so that durations count up in the front end.
package struct ActionStatus: Sendable, Equatable, Identifiable, WithPresentRuns {
  /// The state of an action in one word.
  package enum Phase: String, Sendable, CaseIterable {
    case idle, running, succeeded, failed, cancelled
    /// It failed, which the board tolerates, and there is no earlier success.
    case tolerated
    /// The present run of a service: its program starts, is ready, or has ended and starts again.
    case starting, ready, restarting
    /// A run on another machine that does not respond any more: it may have ended, and it may be in progress.
    case lost

    /// Whether a run is present.
    package var isPresent: Bool {
      switch self {
      case .running, .starting, .ready, .restarting, .lost: true
      case .idle, .succeeded, .failed, .cancelled, .tolerated: false
      }
    }
  }

  /// What front ends know of its definition. Copies of a status share it.
  package var description: ActionDescription {
    _read { yield definition.value }
    set { definition = Shared(newValue) }
  }
  /// The description, to compare or to keep it without a copy. What is read of each action for each picture
  /// is read of `definition.value`.
  package var definition: Shared<ActionDescription>
  /// The verdict of its guard.
  package var verdict = Verdict.passes
  /// What happens to it when its run has ended, because the board has changed; nil if nothing.
  package var pendingChange: PendingChange?

  /// True from the acceptance of a start until all work has ended, including cancelled work.
  package var isRunning = false
  /// Whether guard and policy allow a start now.
  package var isEnabled = true
  /// True while all runs have been cancelled and no run is waiting.
  package var isCancelling = false
  /// The number of present runs.
  package var running = 0
  /// The number of starts that wait for the end of a run.
  package var waiting = 0

  /// Whether someone has restarted it: it starts again when its present runs have ended.
  package var startsAgain = false

  /// What its runs come to.
  package var runs = RunSummary()
  /// The present runs, the oldest first. A start that was accepted has none until its run begins.
  package var present: [RunHistory.Entry] = []
  /// Whether the inputs of its last success are as they were; nil if it has no inputs.
  package var freshness: Freshness?
  /// What is said of changed files that are going to start it, or of its paused watch; nil for nothing.
  package var watchNote: String?
  /// The processes that its commands have left running; nil if there are none.
  package var leftRunning: OutputHolders?
  /// The port on which its command listens, or is going to; nil for none, and while none is chosen.
  package var port: UInt16?
  /// What is known of it beyond this machine; nil if it is not shared.
  package var shared: SharedState?
  /// The trend of the last runs; only for an action that repeats.
  package var trend: RunTrend?

  package var id: String { definition.value.id }

  package init(_ description: ActionDescription) { self.init(Shared(description)) }

  /// Shares a description with the other statuses of the action, of which there are many.
  package init(_ definition: Shared<ActionDescription>) { self.definition = definition }

  /// The start of the oldest present run; nil if nothing runs.
  package var runningSince: Duration? { present.first?.start }

  package var phase: Phase {
    if let run = runElsewhere { return run.lostSince == nil ? .running : .lost }
    guard isRunning else { return runs.last.phase }
    return service?.phase ?? (definition.value.isService ? .starting : .running)
  }

  /// Whether it is left out where front ends name what runs.
  package var isHidden: Bool { definition.value.isHidden }

  /// The run on another machine that stands for it; nil while it runs here.
  package var runElsewhere: SharedRun? { isRunning ? nil : shared?.lostRun ?? shared?.runs.first }

  /// Whether its guard does not let it start. A running action is never locked: it can be cancelled.
  package var isLocked: Bool { !verdict.isPassing && !phase.isPresent }

  /// Why it cannot be started although its guard holds: "not asked: no box"; nil for nothing.
  package var obstacle: String? { isRunning || !verdict.isPassing ? nil : shared?.obstacle }

  /// Why the last finished run failed, or why the last start of a service that runs was not ready in time;
  /// nil in other states.
  package var failure: String? { phase == .failed ? runs.last.result?.failure : notReady }

  /// The last finished run; empty while one is present.
  package var finished: FinishedRun { isRunning ? FinishedRun() : runs.last }

  /// Whether its program has a terminal that people can enter now.
  package var canBeEntered: Bool { definition.value.canBeEntered && isRunning && !isCancelling }

  /// What is said of a program that reads keys from a terminal on which nobody can type.
  package static let keysWanted = "wants keys: terminal: full"
}

extension ServiceState {
  package var phase: ActionStatus.Phase {
    switch self {
    case .starting: .starting
    case .ready: .ready
    case .restarting: .restarting
    }
  }
}

extension FinishedRun {
  /// The state of the finished runs, whether or not the action runs now.
  package var phase: ActionStatus.Phase {
    switch result {
    case .succeeded: .succeeded
    case .failed, .lost: .failed
    case .cancelled: toleratedFailure == nil ? .cancelled : .tolerated
    case .tolerated, nil: toleratedFailure == nil ? .idle : .tolerated
    }
  }
}

/// What happens to an action when its run has ended, because the board has changed.
package enum PendingChange: String, Sendable, Equatable {
  /// Its definition has changed.
  case replacement
  /// It is no longer on the board.
  case removal
}
