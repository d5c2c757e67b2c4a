internal import Board
internal import Boundary
internal import SignalboxCore

/// What is to end in the order of the guards: all jobs, or certain runs.
@MainActor
final class OrderlyEnd {
  /// A run that is to end.
  @MainActor
  final class Run {
    let action: String
    let execution: Execution<Never>
    fileprivate var isAsked = false
    fileprivate var hasEnded = false
    fileprivate var end: (any Cancellable)?

    init(_ action: String, _ execution: Execution<Never>) {
      self.action = action
      self.execution = execution
    }
  }

  /// Whether all jobs are to end.
  fileprivate(set) var isOfAll = false
  fileprivate var runs: [Run] = []

  nonisolated init() {}
}

extension Interlocking {
  /// Cancels all jobs: what a guard needs when that has ended which needs it.
  package func endAll() {
    lookingTickets = [:]
    for cluster in clusters { cluster.withdraw { _ in true } }
    ending.isOfAll = true
    continueEnding()
  }

  /// Cancels some runs: what a guard needs when those of them have ended that need it.
  func end(_ runs: [OrderlyEnd.Run]) {
    for run in runs {
      run.end = run.execution.sink { [changes, onMain = environment.onMain, weak run] _ in
        onMain {
          run?.hasEnded = true
          changes.tell()
        }
      } receiveValue: { _ in
      }
    }
    ending.runs += runs
    continueEnding()
  }

  /// Cancels what may end now.
  func continueEnding() {
    if !ending.runs.isEmpty { ending.runs.removeAll(where: \.hasEnded) }
    if ending.isOfAll, running.isEmpty {
      ending.isOfAll = false
      lastStop?.isOver = true
    }
    guard ending.isOfAll || !ending.runs.isEmpty else { return }
    let order = EndOrder(of: jobs.map(\.definition))
    if ending.isOfAll {
      for id in order.next(among: Set(running.map(\.id))) {
        if let job = self[id], !job.moment.isCancelling { job.cancel() }
      }
    }
    let free = Set(order.next(among: Set(ending.runs.map(\.action))))
    for run in ending.runs where free.contains(run.action) && !run.isAsked {
      run.isAsked = true
      run.execution.cancel()
    }
  }
}

extension EndOrder {
  /// The order by the guards of actions: they need whose `.ready` or `.running` lets them start, and with
  /// which they are restarted.
  fileprivate init(of actions: [ActionDefinition]) {
    var needs: [String: [String]] = [:]
    for action in actions {
      let needed = action.enabledIf.neededActions + (action.service?.restartsWith ?? [])
      if !needed.isEmpty { needs[action.id] = needed }
    }
    self.init(of: actions.map(\.id), needs: needs)
  }
}
