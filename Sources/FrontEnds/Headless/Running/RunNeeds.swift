internal import Board
internal import Boundary
internal import Configuration

/// What a run starts before its action.
extension RunSession {
  /// How what an action needs is started before it.
  package struct Needs: Sendable {
    /// Whether the questions that the plan shows are answered with yes.
    package var isConfirmed: Bool
    /// Asks a question on the terminal, and waits for what is typed; nil if there is none.
    package var ask: (@Sendable (_ action: String, _ question: String) -> String?)?
    /// Whether an agent starts it.
    package var isAgent = false

    package init(
      isConfirmed: Bool, ask: (@Sendable (_ action: String, _ question: String) -> String?)?
    ) {
      (self.isConfirmed, self.ask) = (isConfirmed, ask)
    }
  }

  /// Whether a plan for an action is performed.
  func isPlanned(_ id: String) -> Bool { board.box.situation.plan(for: id)?.isRunning == true }

  /// Finds the plan for a locked action. Returns an outcome if there is none.
  func plan(_ step: Step, _ run: Started) async -> Outcome? {
    guard let needs = step.needs, let action = board.box.situation[step.id], !action.isRunning else {
      return nil
    }
    let found = await withCheckedContinuation { answer in
      board.box.plan(step.id) { answer.resume(returning: $0) }
    }
    // Then the start says that the box has ended.
    guard let plan = found else { return nil }
    guard plan.isFound else {
      let lines = plan.text(in: board.box.situation, now: board.box.now)
      for line in lines.dropFirst() { board.say(line.visible().trimmed) }
      let reason = "no plan was found: \(action.verdict)"
      board.printRefusal(of: step.id, because: reason)
      return end(ExitStatus.refused, "\(step.id): refused: \(reason)")
    }
    // A box refuses it itself, and keeps a record of that.
    if needs.isAgent, !board.box.isShared, let reason = plan.refusalToAgents(in: board.box.situation) {
      board.printRefusal(of: step.id, because: reason)
      return end(ExitStatus.refused, "\(step.id): refused: \(reason)")
    }
    let asked = plan.steps.compactMap(\.question) + [plan.question].compactMap(\.self)
    if let question = asked.first, !needs.isConfirmed, needs.ask == nil {
      let refusal = RunConfirmation.Refusal.noTerminal(action: step.id, question: question)
      board.printRefusal(of: step.id, because: refusal.reason)
      return end(ExitStatus.refused, "\(refusal)")
    }
    run.plan = plan
    return nil
  }

  /// Asks the questions of a plan on the terminal when they are due.
  func answerQuestions(of id: String, _ needs: Needs) async {
    guard let ask = needs.ask, !needs.isConfirmed else { return }
    var answered: Set<String> = []
    while !Task.isCancelled, !board.isLeaving {
      let moment = board.moment
      let questions = board.box.situation.plan(for: id)?.askedNow ?? []
      guard let (action, question) = questions.first(where: { !answered.contains($0.action) }) else {
        if Task.isCancelled { return }
        await board.waitForChange(after: moment)
        continue
      }
      answered.insert(action)
      let answer = await Task.detached { ask(action, question) }.value
      let confirmed = RunConfirmation.isYes(answer) ? question : nil
      board.box.answer(PlanAnswerOrder(plan: id, action: action, confirmed: confirmed))
    }
  }
}

extension String {
  fileprivate var trimmed: String { String(drop(while: \.isWhitespace)) }
}
