internal import Board
internal import Boundary
internal import Programs
internal import TerminalUI

extension Dashboard.Inquiry {
  /// The question about a subject at one moment; nil if the subject no longer exists.
  /// - Parameter now: The present time, on the clock of the situation.
  init?(_ subject: Dashboard.Subject, in situation: Situation, at now: Duration, glyphs: GlyphSet) {
    switch subject {
    case .cancelling(let action, let run):
      guard let status = situation.status(of: action) else { return nil }
      if status.canBeKilled, !status.hasEnded(upTo: run) {
        self.init(killing: status)
      } else {
        self.init(cancelling: status, run: run)
      }
    case .starting(let trigger):
      guard let status = situation.status(of: trigger.action) else { return nil }
      self.init(starting: trigger, status)
    case .restarting(let trigger):
      guard let status = situation.status(of: trigger.action) else { return nil }
      self.init(restarting: trigger, status, at: now)
    case .several(let triggers): self.init(aboutAll: triggers, in: situation)
    case .startingAll(let triggers, let group): self.init(startingAll: triggers, of: group, in: situation)
    case .choosing(let action):
      guard let status = situation.status(of: action) else { return nil }
      self.init(choosingInputOf: status)
    case .planned(let plan, let action, let question):
      guard let status = situation.plan(for: plan), let asking = situation[action],
        status.askedNow.contains(where: { $0.action == action && $0.question == question })
      else { return nil }
      self.init(plan: plan, asking: asking, question)
    case .deciding(let id):
      guard let petition = situation.petitions.first(where: { $0.id == id }) else { return nil }
      self.init(deciding: petition, situation, at: now)
    case .quitting: self.init(quitting: situation)
    case .detaching: self.init(detachingFrom: situation)
    case .leaving(let actions, let canKill):
      if actions.isEmpty { return nil }
      self.init(leaving: actions, canKill: canKill, situation, glyphs)
    }
  }

  private init(cancelling action: ActionStatus, run: Int) {
    let text: String
    let hindrance: String?
    if !action.isRunning || action.hasEnded(upTo: run) {
      text = "The run has ended: \(action.result)."
      hindrance = "it has ended"
    } else if action.isCancelling {
      text = action.outputHolders.map { "It is being cancelled and \($0.wait)." } ?? "It is being cancelled."
      hindrance = "already asked for"
    } else {
      text =
        action.outputHolders.map { "Its program has ended. It \($0.wait)." } ?? action.pendingChange.inWords
      hindrance = nil
    }
    self.init(
      title: "Cancel \(action.description.title)?", text: text,
      options: [
        Option(.character("y"), "Cancel it", hindrance: hindrance, effect: .cancel(action.id)),
        Option(.character("n"), hindrance == nil ? "Let it run" : "Close"),
      ], firstFocus: 1)
  }

  /// Another key than that of cancelling, so that the question can change while a key is pressed.
  private init(killing action: ActionStatus) {
    self.init(
      title: "Kill \(action.description.title)?",
      text: "It is being stopped, and has not ended yet. What is killed cannot clean up.",
      options: [
        Option(.character("k"), "Kill it now", effect: .cancel(action.id)),
        Option(.character("n"), "Wait"),
      ], firstFocus: 1)
  }

  private init(starting trigger: Dashboard.Trigger, _ action: ActionStatus) {
    self.init(
      title: trigger.title, text: trigger.action.confirmation ?? "Start it?",
      options: [
        Option(
          .character("y"), "Yes", hindrance: action.refusal(input: trigger.input), effect: .start(trigger)),
        Option(.character("n"), "No"),
      ], firstFocus: 1)
  }

  private init(plan: String, asking action: ActionStatus, _ question: String) {
    self.init(
      title: action.description.title, text: question,
      options: [
        Option(
          .character("y"), "Yes", effect: .answerPlan(plan, action: action.id, question: question)),
        Option(
          .character("n"), "No, stop the plan", effect: .answerPlan(plan, action: action.id, question: nil)),
      ], firstFocus: 1)
  }

  /// The question of the board comes with it, so that there is one question.
  private init(restarting trigger: Dashboard.Trigger, _ action: ActionStatus, at now: Duration) {
    let time = action.runningSince.map { "It has been running for \((now - $0).wholeSeconds)." }
    let state = action.isRunning ? time ?? "It is running." : "Nothing of it is running any more."
    self.init(
      title: "Restart \(trigger.title)?",
      text: [state, trigger.action.confirmation].compactMap(\.self).joined(separator: " "),
      options: [
        Option(
          .character("y"), "Restart it",
          hindrance: action.refusal(input: trigger.input, restarts: true), effect: .restart(trigger)),
        Option(.character("n"), action.isRunning ? "Let it run" : "Close"),
      ], firstFocus: 1)
  }

  /// How long a question that has just come takes no answer: what is typed meanwhile was meant for something
  /// else.
  static let readingTime = Duration.milliseconds(500)

  private init(deciding petition: Petition, _ situation: Situation, at now: Duration) {
    let title = situation[petition.action]?.description.title ?? petition.action
    let input = petition.input.map { " with the input \"\($0)\"" } ?? ""
    let hindrance = now - petition.since < Self.readingTime ? "it has only just come: read it first" : nil
    self.init(
      title: "\(petition.agent) wants \(title)",
      text: "\(petition.question) It would start \(petition.action)\(input).",
      options: [
        Option(
          .character("y"), "Let it start", hindrance: hindrance, effect: .decide(petition.id, yes: true)),
        Option(.character("n"), "No", hindrance: hindrance, effect: .decide(petition.id, yes: false)),
        Option(nil, "Later"),
      ], firstFocus: 2)
  }

  private init(choosingInputOf action: ActionStatus) {
    self.init(
      title: action.description.title, text: "With which input?",
      options: Dashboard.Trigger.all(of: action.definition).map { trigger in
        Option(
          trigger.key, trigger.shortTitle, hindrance: action.refusal(input: trigger.input),
          effect: .choose(trigger))
      })
  }

  private init(quitting situation: Situation) {
    let titles = situation.runningActions.map(\.description.title)
    self.init(
      title: "Quit?",
      text: titles.isEmpty ? "Nothing is running any more." : "\(titles.inWords) will be cancelled.",
      options: [Option(.character("y"), "Quit", effect: .request(.quit)), Option(.character("n"), "Stay")],
      firstFocus: 1)
  }

  private init(detachingFrom situation: Situation) {
    let titles = situation.runningActions.map(\.description.title)
    self.init(
      title: "Quit?",
      text: titles.isEmpty
        ? "Nothing is running any more."
        : "\(titles.inWords) \(titles.count == 1 ? "goes" : "go") on without this panel.",
      options: [
        Option(.character("l"), "Leave it running", effect: .request(.quit)),
        Option(
          .character("s"), "Stop it", hindrance: titles.isEmpty ? "nothing is running any more" : nil,
          effect: .stop),
        Option(.character("n"), "Stay"),
      ], firstFocus: 2)
  }

  /// The most actions that are named while the panel waits for them.
  private static let namedLimit = 8

  private init(
    leaving actions: [ActionDescription], canKill: Bool, _ situation: Situation, _ glyphs: GlyphSet
  ) {
    let running = actions.filter { situation[$0.id]?.isRunning == true }
    var lines = running.prefix(Self.namedLimit).map { action in
      let state = situation[action.id]?.outputHolders?.wait ?? "is being cancelled"
      return "\(glyphs.running) \(action.title) \(state)"
    }
    if running.count > Self.namedLimit { lines.append("  and \(running.count - Self.namedLimit) more") }
    let ended = actions.filter { situation[$0.id]?.isRunning != true }
    if ended.count == 1, let action = ended.first {
      lines.append("\(glyphs.succeeded) \(action.title) has ended")
    } else if !ended.isEmpty {
      lines.append("\(glyphs.succeeded) \(ended.count) have ended")
    }
    let leavesOthers = situation.runsOnlyOutOfReach || !canKill
    self.init(
      title: "Leaving", text: lines.joined(separator: "\n"),
      options: [
        Option(.control("c"), leavesOthers ? "Leave now" : "Kill what is left", effect: .request(.quit))
      ],
      isClosable: false, leavesOthersAlone: leavesOthers)
  }
}

extension Situation {
  /// The status of an action, unless it was removed or its definition was replaced.
  func status(of action: ActionDescription) -> ActionStatus? {
    self[action.id].flatMap { $0.description == action ? $0 : nil }
  }
}

extension ActionStatus {
  /// Whether cancelling it once more kills something: processes that have left its group are out of reach.
  fileprivate var canBeKilled: Bool {
    isCancelling && stopEnd != nil && outputHolders?.areOutOfReach != true
  }

  /// The result of the last run, in words.
  fileprivate var result: String {
    switch runs.last.outcome {
    case .failed(let failure), .tolerated(let failure): "failed, \(failure.message)"
    case .lost(let reason): "lost, \(reason)"
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
