internal import Board
internal import Jobs
internal import Processes
internal import SignalboxCore

extension Dashboard.Model {
  func pressButton(_ index: Int) {
    guard levers.indices.contains(index), !refusesToAct() else { return }
    let lever = levers[index]
    let job = lever.job
    let snapshot = job.moment
    if snapshot.isRunning,
      job.definition.whileRunning == .reject || interlocking.pendingChange(of: job.id) != nil
    {
      return askToCancel(job)
    }
    let verdict = interlocking.verdict(on: job.id)
    if !verdict.isPassing {
      state.message = "\(job.id): \(verdict)"
    } else {
      choose(lever)
    }
  }

  func dismissError() {
    guard !refusesToAct() else { return }
    guard let report = interlocking.station.errors.reports.data.first else {
      state.message = "There is no error to dismiss"
      return
    }
    interlocking.station.errors.dismiss(report)
  }

  /// Whether the panel is read-only. If so, shows a message.
  private func refusesToAct() -> Bool {
    if state.isReadOnly { state.message = "read-only: nothing is started, cancelled or dismissed here" }
    return state.isReadOnly
  }

  /// Starts an action, after confirmation if the board requires it.
  func choose(_ lever: Dashboard.Lever) {
    if lever.job.definition.confirmation != nil { ask(.starting(lever)) } else { start(lever) }
  }

  func start(_ lever: Dashboard.Lever) {
    if case .refused(let reason) = interlocking.start(lever.job.id, input: lever.input) {
      state.message = "\(lever.job.id): \(reason)"
    }
  }

  func askToCancel(_ job: Job) {
    let record = job.snapshot.data.record
    // A run that was accepted but has not begun yet will have the next number.
    ask(.cancelling(job, run: record.isRunning ? record.runCount : record.runCount + 1))
  }

  /// Asks whether to cancel the focused action, regardless of what a press of its button would do.
  func cancelFocused() {
    guard let job = focusedJob, !refusesToAct() else { return }
    if job.snapshot.data.isRunning { return askToCancel(job) }
    state.message = "\(job.id): nothing to cancel"
  }

  /// Shows all buttons of the focused action in one list.
  func pickInput() {
    guard let job = focusedJob, !refusesToAct() else { return }
    if job.definition.buttons.count > 1 { return ask(.choosing(job)) }
    state.message = "\(job.id): there is only one input to pick"
  }

  func quit() {
    if runningJobs.isEmpty { return onRequest(.quit) }
    ask(.quitting)
  }

  /// The message that says which jobs are still shutting down.
  var leavingMessage: String? {
    if leavesSomethingRunning {
      let holders = OutputHolders(runningJobs.compactMap(\.moment.record.outputHolders).flatMap(\.processes))
      return "Waiting for \(holders); Ctrl-C leaves now."
    }
    let titles = runningJobs.map(\.definition.title)
    return titles.isEmpty ? nil : "Waiting for \(titles.inWords) to end; Ctrl-C kills"
  }

  /// True if everything that is still running is a process that no key can kill, because it has left its
  /// command's process group.
  var leavesSomethingRunning: Bool {
    let jobs = runningJobs
    return !jobs.isEmpty && jobs.allSatisfy { $0.moment.record.outputHolders?.areOutOfReach ?? false }
  }

  /// The running jobs, except quiet probes, which may be stopped without notice.
  var runningJobs: [Job] { interlocking.running.filter { !$0.definition.isQuiet } }
}
