internal import Board
internal import Boundary
internal import Jobs
internal import Processes
internal import SignalboxCore
internal import TerminalUI

extension Dashboard {
  /// What a question is about. The text and the answers are recomputed from it after every change. An open
  /// question is therefore always up to date, and an answer always applies to what the question showed.
  enum Subject {
    /// Cancel a run, identified by its number.
    case cancelling(Job, run: Int)
    /// Start an action that requires confirmation.
    case starting(Lever)
    /// Start an action with one of its inputs.
    case choosing(Job)
    case quitting
    /// Wait for the jobs that were running when the panel began to quit.
    case leaving([Job])
  }

  /// The current text of a question, and the effects of its answers.
  @MainActor
  struct Inquiry {
    /// An answer and its effect; nil for no effect.
    struct Option {
      var answer: Answer
      var act: (@MainActor () -> Void)?

      init(
        _ key: Key?, _ title: String, hindrance: String? = nil, act: (@MainActor () -> Void)? = nil
      ) {
        answer = Answer(key: key, title: title, hindrance: hindrance)
        self.act = act
      }
    }

    var title: String
    var text: String
    var options: [Option]
    /// The answer that is focused at first: the one without an effect.
    var firstFocus = 0
    /// False if only an answer closes it.
    var isClosable = true
    /// True if quitting now kills no process, because the processes that are still running cannot be killed
    /// from here.
    var leavesOthersAlone = false

    func question(focus: Int) -> Question {
      var question = Question(
        title: title, text: text, answers: options.map(\.answer), focus: min(focus, options.count - 1))
      question.isClosable = isClosable
      question.leavesOthersAlone = leavesOthersAlone
      return question
    }
  }
}

extension Dashboard.Model {
  /// The current question about a subject; nil if the subject no longer exists.
  func inquiry(about subject: Dashboard.Subject) -> Dashboard.Inquiry? {
    switch subject {
    case .cancelling(let job, let run): isKnown(job) ? inquiry(cancelling: job, run: run) : nil
    case .starting(let lever): isKnown(lever.job) ? inquiry(starting: lever) : nil
    case .choosing(let job): isKnown(job) ? inquiry(choosing: job) : nil
    case .quitting: inquiryAboutQuitting
    case .leaving(let jobs): jobs.isEmpty ? nil : inquiry(leaving: jobs)
    }
  }

  private func isKnown(_ job: Job) -> Bool { interlocking[job.id] === job }

  private func inquiry(cancelling job: Job, run: Int) -> Dashboard.Inquiry {
    let snapshot = job.snapshot.data
    let record = snapshot.record
    let isOver = !snapshot.isRunning || record.hasEnded(upTo: run)
    let text: String
    let hindrance: String?
    if isOver {
      text = "The run has ended: \(snapshot.result)."
      hindrance = "it has ended"
    } else if snapshot.isCancelling {
      text = record.outputHolders.map { "It is being cancelled and \($0.wait)." } ?? "It is being cancelled."
      hindrance = "already asked for"
    } else {
      text =
        record.outputHolders.map { "Its program has ended. It \($0.wait)." }
        ?? interlocking.pendingChange(of: job.id).inWords
      hindrance = nil
    }
    return Dashboard.Inquiry(
      title: "Cancel \(job.definition.title)?", text: text,
      options: [
        .init(.character("y"), "Cancel it", hindrance: hindrance) { job.cancel() },
        .init(.character("n"), hindrance == nil ? "Let it run" : "Close"),
      ], firstFocus: 1)
  }

  private func inquiry(starting lever: Dashboard.Lever) -> Dashboard.Inquiry {
    Dashboard.Inquiry(
      title: lever.title, text: lever.job.definition.confirmation ?? "Start it?",
      options: [
        .init(.character("y"), "Yes", hindrance: hindrance(of: lever)) { [weak self] in self?.start(lever) },
        .init(.character("n"), "No"),
      ], firstFocus: 1)
  }

  private func inquiry(choosing job: Job) -> Dashboard.Inquiry {
    Dashboard.Inquiry(
      title: job.definition.title, text: "With which input?",
      options: levers.filter { $0.job === job }.map { lever in
        .init(lever.key.map { Key($0) }, lever.title, hindrance: hindrance(of: lever)) { [weak self] in
          self?.choose(lever)
        }
      })
  }

  private var inquiryAboutQuitting: Dashboard.Inquiry {
    let titles = runningJobs.map(\.definition.title)
    return Dashboard.Inquiry(
      title: "Quit?",
      text: titles.isEmpty ? "Nothing is running any more." : "\(titles.inWords) will be cancelled.",
      options: [
        .init(.character("y"), "Quit") { [weak self] in self?.onRequest(.quit) },
        .init(.character("n"), "Stay"),
      ], firstFocus: 1)
  }

  private func inquiry(leaving jobs: [Job]) -> Dashboard.Inquiry {
    let signs = state.glyphs
    let lines = jobs.map { job in
      let (title, snapshot) = (job.definition.title, job.snapshot.data)
      guard snapshot.isRunning else { return "\(signs.succeeded) \(title) has ended" }
      return "\(signs.running) \(title) \(snapshot.record.outputHolders?.wait ?? "is being cancelled")"
    }
    let kill = leavesSomethingRunning ? "Leave now" : "Kill what is left"
    return Dashboard.Inquiry(
      title: "Leaving", text: lines.joined(separator: "\n"),
      options: [.init(.control("c"), kill) { [weak self] in self?.onRequest(.quit) }],
      isClosable: false, leavesOthersAlone: leavesSomethingRunning)
  }

  /// Why pressing a button would not start its action now; nil if it would.
  private func hindrance(of lever: Dashboard.Lever) -> String? {
    interlocking.refusal(toStart: lever.job.id, input: lever.input)
  }
}

extension JobSnapshot {
  /// The result of the last run, in words.
  fileprivate var result: String {
    if let failure = record.toleratedFailure { return "failed, \(failure)" }
    return switch record.lastResult {
    case .failed(let message): "failed, \(message)"
    case .cancelled: "cancelled"
    case .succeeded, nil: "succeeded"
    }
  }
}

extension PendingChange? {
  /// How a run relates to the current board, in words.
  fileprivate var inWords: String {
    switch self {
    case nil: "It is running."
    case .replacement: "It is running as the board had it before."
    case .removal: "It is running and no longer on the board."
    }
  }
}
