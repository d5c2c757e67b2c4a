internal import Board
package import Boundary
internal import Inputs
internal import SignalboxCore

/// Actions with `watch` start when their inputs have changed.
extension Interlocking {
  /// Whether changes of inputs start actions; nil if none of the board is watched.
  package var watchState: WatchState? {
    guard jobs.contains(where: { $0.definition.watch != nil }) else { return nil }
    if watched.isOff { return .off }
    return watched.pause.map { .paused($0) } ?? .on
  }

  /// What is said about an action whose inputs have changed, or whose watch is paused; nil for nothing.
  func watchNote(of job: Job) -> String? {
    guard job.definition.watch != nil, watched.isOn, let entry = watched.entries[job.id] else { return nil }
    if let pause = entry.pause { return "watch paused: \(pause)" }
    guard entry.pending != nil, watched.obstacle(of: job.id) == nil, !job.moment.isRunning,
      !job.verdict.isPassing
    else { return nil }
    return "changed; waits: \(job.verdict)"
  }

  /// A person switches it on or off.
  package func setWatching(_ isOn: Bool) {
    if isOn { watched.resumeAll() } else { watched.isOff = true }
    changes.tell()
  }

  /// Changed files start actions from now on, or do so no longer.
  func attendFiles(_ attends: Bool) {
    guard watched.isOn != attends else { return }
    watched.isOn = attends
    watched.entries = [:]
    (watched.pause, watched.echoes) = (nil, [])
  }

  /// Starts what is watched and whose inputs have changed.
  func startChanged() {
    guard watched.isOn, inputs.isFollowing else { return }
    for job in jobs where job.definition.watch != nil && pending[job.id] == nil {
      var entry = watched.entries[job.id] ?? WatchedActions.Entry()
      judge(job, &entry)
      watched.entries[job.id] = entry
      if entry.pending != nil, watched.obstacle(of: job.id) == nil { startPending(job) }
    }
  }

  /// Decides whether there is something to start it for.
  private func judge(_ job: Job, _ entry: inout WatchedActions.Entry) {
    guard let policy = job.definition.watch else { return }
    entry.pending = nil
    let present = inputs.change(of: job.inputSubject) { self[$0]?.inputSubject }
    if entry.isNew, let first = present.known {
      guard let freshness = freshness(of: job), !freshness.isBeingRead else { return }
      guard freshness != .fresh, !job.moment.isRunning else {
        entry.isNew = false
        return
      }
      entry.pending = InputChange(path: freshness.stale?.path ?? "", content: first)
      return
    }
    guard present.known != nil || present.mayDiffer else { return }
    if !present.mayDiffer, present.change == nil { entry.handled = nil }
    let isHandled = present.change.map { $0.content == entry.handled } ?? !present.mayDiffer
    guard !isHandled else {
      (entry.since, entry.timer) = (nil, nil)
      return
    }
    let since = entry.since ?? present.lastNotice.map { min($0, station.now) } ?? station.now
    entry.since = since
    let due = min(
      (present.lastNotice ?? since) + policy.debounce, since + WatchedActions.longestWait)
    if station.now < due {
      let changes = changes
      entry.timer = inputs.timer(after: due - station.now) { changes.tell() }
    } else if let change = present.change,
      !present.mayDiffer || station.now >= since + WatchedActions.longestWait
    {
      entry.pending = change
    }
  }

  private func startPending(_ job: Job) {
    guard let change = watched.entries[job.id]?.pending else { return }
    if job.moment.isRunning {
      // It starts when that has ended.
      guard job.definition.whileRunning == .restart, !job.moment.isCancelling,
        refusalToRestart(job, input: nil) == nil
      else { return }
      return job.cancel()
    }
    // When it has started, its last run is another one.
    let (isLoop, isEcho) = (isOwnLoop(job, change), isEcho(job, change))
    if isLoop, let pause = pauseInstead(job, change) {
      watched.entries[job.id]?.pause = pause
      return
    }
    guard watched.pause == nil else { return }
    let cause: StartCause = change.path.isEmpty ? .board : .files(change.path)
    startLooked(job, by: cause) { [weak self] start in
      guard case .accepted = start, let self else { return }
      watched.entries[job.id]?.isNew = false
      watched.entries[job.id]?.handled = change.content
      watched.entries[job.id]?.since = nil
      count(job, change, isLoop: isLoop, isEcho: isEcho)
    }
  }

  /// Whether the files that differ were written while a run was in progress.
  private func isWritten(_ change: InputChange, during run: RunHistory.Entry) -> Bool {
    guard let times = change.times else { return false }
    // The clocks of file systems are coarse.
    let start = station.now - .nanoseconds(FileTime.now() - times.lowerBound) + .milliseconds(20)
    let end = station.now - .nanoseconds(FileTime.now() - times.upperBound)
    return run.start <= start && end <= run.ending?.time ?? station.now
  }

  private func isOwnLoop(_ job: Job, _ change: InputChange) -> Bool {
    change.isGuess || job.moment.record.history.entries.last.map { isWritten(change, during: $0) } ?? false
  }

  /// Why a start does not take place: it would only follow what runs have written, over and over.
  private func pauseInstead(_ job: Job, _ change: InputChange) -> String? {
    guard (watched.entries[job.id]?.loops ?? 0) >= WatchedActions.loopLimit else { return nil }
    if change.isGuess { return "its inputs could not be read in time" }
    let directory = change.path.split(separator: "/").dropLast().joined(separator: "/")
    let pattern = directory.isEmpty ? change.path : "\(directory)/**"
    return "it writes its own inputs (\(change.path)): exclude '!\(pattern)'"
  }

  /// Whether the files that differ were written by a run of another watched action.
  private func isEcho(_ job: Job, _ change: InputChange) -> Bool {
    jobs.contains { other in
      other.definition.watch != nil && other.id != job.id
        && other.moment.record.history.entries.contains { isWritten(change, during: $0) }
    }
  }

  private func count(_ job: Job, _ change: InputChange, isLoop: Bool, isEcho: Bool) {
    let loops = watched.entries[job.id]?.loops ?? 0
    watched.entries[job.id]?.loops = isLoop ? loops + 1 : 0
    guard isEcho else { return }
    let now = station.now
    watched.echoes = watched.echoes.filter { now - $0 < watched.echoTime } + [now]
    if watched.echoes.count >= WatchedActions.echoLimit {
      watched.pause = "watched actions write each other's inputs (\(change.path))"
    }
  }
}
