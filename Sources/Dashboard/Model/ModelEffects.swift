internal import Board
internal import Boundary
internal import Programs

extension Dashboard.Model {
  /// Performs what an event leads to.
  func perform(_ effect: Dashboard.Effect) {
    switch effect {
    case .perform(let command): perform(command)
    case .show(let message): state.message = message
    case .request(let request): onRequest(request)
    case .press(let index):
      focusButton(index)
      pressButton(index)
    case .focus(let index): focusButton(index)
    case .goTo(let index):
      focusButton(index)
      centerFocus()
    case .moveFocus(let rows): moveFocus(by: rows)
    case .scrollButtons(let rows): scrollButtons(by: rows)
    case .toggle(let group): toggle(group: group)
    case .performOnLog(let command): performOnLog(command)
    case .log(let step): take(step)
    case .scrollOutput(let rows): if !scrollDetails(by: rows) { changeLog { $0.scroll(rows: rows, on: $1) } }
    case .find: findLines()
    case .seek(let line, let text): soughtLine = (line, text)
    case .choose(let lever): choose(lever)
    case .submit(let lever, let restarts): submit(lever, restarts: restarts)
    case .start(let lever): start(lever, confirmed: lever.action.confirmation)
    case .restart(let lever): start(lever, confirmed: lever.action.confirmation, restarts: true)
    case .answerPlan(let plan, let action, let question): answerPlan(plan, action, question)
    case .cancel(let action): box.cancel(.action(action))
    case .stop: stopAndQuit()
    case .dismiss(let errors): dismiss(errors)
    case .answer(let action, let question, let text): answer(question, of: action, with: text)
    case .takeOver(let action, let run, let reason): takeOver(run, of: action, because: reason)
    case .give(let answer):
      // It depends on the present moment.
      catchUp()
      pass(.answer(answer))
    }
  }

  private func submit(_ lever: Dashboard.Lever, restarts: Bool) {
    guard !refusesToAct() else { return }
    catchUp()
    if !restarts, let plan = details.plan?.status, plan.action == lever.action.id,
      situation[plan.action]?.verdict.isPassing == false
    {
      return perform(plan, lever)
    }
    if restarts { restart(lever) } else { choose(lever) }
  }

  private func answer(_ question: ProgramQuestion, of action: String, with text: String) {
    catchUp()
    guard situation[action]?.question == question else {
      state.message = "\(action): \(Dashboard.Prompt.lateness)"
      return
    }
    guard !refusesToAct() else { return }
    var order = AnswerOrder(action, question: question.number, text: text)
    order.onAnswer = { [weak self] refusal in
      if let refusal { self?.tell("\(action): \(refusal)") }
    }
    box.answer(order)
  }

  private func takeOver(_ run: String, of action: String, because reason: String) {
    guard !refusesToAct() else { return }
    // Another run may have become lost while the reason was typed.
    var order = TakeOverOrder(action, runs: [run], reason: reason)
    order.onAnswer = { [weak self] answer in
      let words =
        switch answer {
        case .done(let runs): "taken over from \(runs.map(\.place).inWords); it can be started again"
        case .refused(let reason), .unavailable(let reason, _): reason
        }
      self?.tell("\(action): \(words)")
    }
    box.takeOver(order)
  }
}
