internal import Board
internal import Jobs
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
    } else if let question = job.definition.confirmation {
      ask(
        title: lever.title, text: question, yes: "Yes", no: "No", about: job
      ) { [weak self] in self?.pull(lever) }
    } else {
      pull(lever)
    }
  }

  func dismissError() {
    guard let report = interlocking.station.errors.reports.data.first, !refusesToAct() else { return }
    interlocking.station.errors.dismiss(report)
  }

  /// True in a panel that only looks, which then says so.
  private func refusesToAct() -> Bool {
    if state.isReadOnly { state.message = "read-only: nothing is started, cancelled or dismissed here" }
    return state.isReadOnly
  }

  private func pull(_ lever: Dashboard.Lever) {
    if case .refused(let reason) = interlocking.start(lever.job.id, input: lever.input) {
      state.message = "\(lever.job.id): \(reason)"
    }
  }

  func askToCancel(_ job: Job) {
    let text =
      switch interlocking.pendingChange(of: job.id) {
      case nil: "It is running."
      case .replacement: "It is running as the board had it before."
      case .removal: "It is running and no longer on the board."
      }
    ask(
      title: "Cancel \(job.definition.title)?", text: text, yes: "Cancel it", no: "Let it run", about: job
    ) { job.cancel() }
  }

  func quit() {
    guard let names = runningNames else { return onRequest(.quit) }
    ask(title: "Quit?", text: "\(names) will be cancelled.", yes: "Quit", no: "Stay") { [weak self] in
      self?.onRequest(.quit)
    }
  }

  /// What is waited for while leaving.
  var leavingMessage: String? {
    runningNames.map { "Waiting for \($0) to end; Ctrl-C kills." }
  }

  /// What runs, in a few words; nil when nothing does. Nobody misses a quiet probe.
  private var runningNames: String? {
    let running = interlocking.running.filter { !$0.definition.isQuiet }
    guard let first = running.first?.definition.title else { return nil }
    return switch running.count {
    case 1: first
    case 2: "\(first) and 1 other"
    default: "\(first) and \(running.count - 1) others"
    }
  }
}
