package import Board
internal import SignalboxCore

extension Interlocking {
  /// Takes over another board without stopping what runs.
  ///
  /// Jobs that the board defines as before are left alone, with all that belongs to them. A job that changed or is gone
  /// goes on while it runs, and is not started once more before ``pendingChange(of:)`` is done. What changed keeps its
  /// output; and its results, unless its work is another.
  /// - Returns: What the board says differently.
  @discardableResult
  package func take(_ board: Board) -> BoardDifference {
    let difference = BoardDifference(from: self.board, to: board)
    self.board = board
    station.network.take(board.network)
    rearrange()
    evaluateGuards()
    changes.tell()
    return difference
  }

  /// What happens to a job when its run has ended; nil when it stays as it is.
  package func pendingChange(of id: String) -> PendingChange? { pending[id] }

  /// Does what waited for the end of a run, if one has ended.
  func carryOutPendingChanges() {
    if pending.keys.contains(where: { self[$0]?.moment.isRunning != true }) { rearrange() }
  }

  /// Brings the jobs as near to the board as what runs allows.
  private func rearrange() {
    let change = BoardChange(from: jobs.map(BoardChange.JobState.init), to: board)
    pending = [:]
    setJobs(change.steps.compactMap(carryOut))
    for step in change.steps { setRepeat(step) }
  }

  /// Returns the job as it is from now on; nil when there is none.
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

  /// Other work, or another interval, begins at once; whatever else changes leaves the rhythm alone.
  private func setRepeat(_ step: BoardChange.Step) {
    switch step.fate {
    case .kept, .added: repeats.set(step.id, every: self[step.id]?.definition.every)
    case .replaced(let definition, let keepsRecord):
      repeats.set(step.id, every: definition.every, anew: !keepsRecord)
    case .removed, .postponed(.removal): repeats.set(step.id, every: nil)
    case .postponed(.replacement): break
    }
  }
}

extension BoardChange.JobState {
  fileprivate init(_ job: Job) {
    let snapshot = job.moment
    self.init(definition: job.definition, isRunning: snapshot.isRunning, input: snapshot.record.input)
  }
}

extension NetworkActivityIndicator {
  /// From the next delay on.
  func take(_ timing: NetworkTiming) {
    startDelay = timing.startDelay
    completionDelay = timing.completionDelay
    minimumVisibleTime = timing.minimumVisible
  }
}
