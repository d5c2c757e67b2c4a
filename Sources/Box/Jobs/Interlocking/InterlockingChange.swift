package import Board
package import Boundary
internal import SignalboxCore

extension Interlocking {
  /// Replaces the board without stopping running jobs.
  ///
  /// Jobs whose definition is unchanged are left alone. A job that was changed or removed continues while it
  /// runs, and is not started again before its ``pendingChange(of:)`` is carried out. A changed job keeps its
  /// output, and keeps its results unless its work has changed.
  /// - Returns: The differences between the boards.
  @discardableResult
  package func take(_ board: Board) -> BoardDifference {
    let difference = BoardDifference(from: self.board, to: board)
    self.board = board
    watched.resumeAll()
    station.network.take(board.network)
    rearrange()
    renewAwaited()
    followCluster()
    evaluateGuards()
    changes.tell()
    return difference
  }

  /// What happens to a job when its run has ended; nil if it does not change.
  package func pendingChange(of id: String) -> PendingChange? { pending[id] }

  /// Carries out the changes that were postponed until the end of a run, if one has ended.
  func carryOutPendingChanges() {
    if pending.keys.contains(where: { self[$0]?.moment.isRunning != true }) { rearrange() }
  }

  /// Adjusts the jobs to the board, as far as running jobs allow.
  private func rearrange() {
    let change = BoardChange(from: jobs.map(BoardChange.JobState.init), to: board)
    pending = [:]
    setJobs(change.steps.compactMap(carryOut))
    for step in change.steps {
      setRepeat(step)
      expectStart(step)
    }
  }

  /// Returns the job after the step; nil if it is removed.
  private func carryOut(_ step: BoardChange.Step) -> Job? {
    let job = self[step.id]
    switch step.fate {
    case .kept: return job
    case .added(let definition): return makeJob(definition)
    case .replaced(let definition, keepsRecord: true):
      return makeJob(definition, output: job?.output, record: job?.moment.record)
    case .replaced(let definition, keepsRecord: false):
      station.errors.clear(ErrorSource(step.id))
      return makeJob(definition, output: job?.output)
    case .removed:
      station.errors.clear(ErrorSource(step.id))
      return nil
    case .postponed(let change):
      pending[step.id] = change
      return job
    }
  }

  /// A new action that starts with the board starts now.
  private func expectStart(_ step: BoardChange.Step) {
    switch step.fate {
    case .added(let definition):
      if repeats.isOn, definition.start == .withBoard { boardStarts.expect(step.id) }
    case .removed, .postponed: boardStarts.forget(step.id)
    case .replaced(let definition, _):
      if definition.start == .manual { boardStarts.forget(step.id) }
    case .kept: break
    }
  }

  /// Changed work or a changed interval restarts the repeats; other changes keep their times.
  private func setRepeat(_ step: BoardChange.Step) {
    switch step.fate {
    case .kept, .added: repeats.set(step.id, every: self[step.id]?.definition.every)
    case .replaced(let definition, let keepsRecord):
      repeats.set(step.id, every: definition.every, restarting: !keepsRecord)
    case .removed, .postponed(.removal): repeats.set(step.id, every: nil)
    case .postponed(.replacement): break
    }
  }
}

extension BoardChange.JobState {
  fileprivate init(_ job: Job) {
    let snapshot = job.moment
    self.init(definition: job.definition, isRunning: snapshot.isRunning, input: snapshot.record.runs.input)
  }
}

extension NetworkActivityIndicator {
  /// Applies these times, beginning with the next delay.
  func take(_ timing: NetworkTiming) {
    startDelay = timing.startDelay
    completionDelay = timing.completionDelay
    minimumVisibleTime = timing.minimumVisible
  }
}
