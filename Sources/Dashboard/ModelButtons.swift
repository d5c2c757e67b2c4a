internal import Board
internal import Jobs
internal import SignalboxCore

extension Dashboard.Model {
  func pressButton(_ index: Int) {
    guard interlocking.jobs.indices.contains(index) else { return }
    let job = interlocking.jobs[index]
    let snapshot = job.snapshot.data
    if snapshot.isRunning, job.definition.whileRunning == .reject { return askToCancel(job) }
    let verdict = interlocking.verdict(on: job.id)
    if !verdict.isPassing {
      state.message = "\(job.id): \(verdict)"
    } else if let question = job.definition.confirmation {
      ask(
        title: job.definition.title, text: question, yes: "Yes", no: "No"
      ) { [weak self] in self?.start(job) }
    } else {
      start(job)
    }
  }

  func start(_ job: Job) {
    if case .refused(let reason) = interlocking.start(job.id) {
      state.message = "\(job.id): \(reason)"
    }
  }

  func askToCancel(_ job: Job) {
    ask(
      title: "Cancel \(job.definition.title)?", text: "It is running.", yes: "Cancel it",
      no: "Let it run"
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

  /// What runs, in a few words; nil when nothing does.
  private var runningNames: String? {
    let running = interlocking.running
    guard let first = running.first?.definition.title else { return nil }
    return switch running.count {
    case 1: first
    case 2: "\(first) and 1 other"
    default: "\(first) and \(running.count - 1) others"
    }
  }
}
