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
    case .narrow(let text): state.narrow(to: text)
    case .restoreList(let text, let focus): restoreList(text, focus: focus)
    case .performOnLog(let command): performOnLog(command)
    case .log(let step): take(step)
    case .scrollOutput(let rows): if !scrollDetails(by: rows) { changeLog { $0.scroll(rows: rows, on: $1) } }
    case .find: findLines()
    case .seek(let line, let text):
      closeStream()
      soughtLine = (line, text)
    case .seekFailure(let action):
      closeStream()
      soughtFailure = action
    case .open(let place): open(place)
    case .choose(let trigger): choose(trigger)
    case .submit(let trigger, let restarts): submit(trigger, restarts: restarts)
    case .start(let trigger): start(trigger, confirmed: trigger.action.confirmation, isPressed: true)
    case .restart(let trigger): start(trigger, confirmed: trigger.action.confirmation, restarts: true)
    case .answerPlan(let plan, let action, let question): answerPlan(plan, action, question)
    case .startAll(let triggers): for trigger in triggers { start(trigger) }
    case .startAllInOrder(let triggers): startInOrder(triggers)
    case .restartAll(let triggers): for trigger in triggers { start(trigger, restarts: true) }
    case .cancel(let action): box.cancel(.action(action))
    case .cancelAll(let actions): for action in actions { box.cancel(.action(action)) }
    case .stop: stopAndQuit()
    case .dismiss(let errors): dismiss(errors)
    case .answer(let action, let question, let text): answer(question, of: action, with: text)
    case .takeOver(let action, let run, let reason): takeOver(run, of: action, because: reason)
    case .decide(let petition, let yes): if !refusesToAct() { box.decide(petition, yes: yes) }
    case .give(let answer):
      // It depends on the present moment.
      catchUp()
      pass(.answer(answer))
    }
  }

  private func submit(_ trigger: Dashboard.Trigger, restarts: Bool) {
    guard !refusesToAct() else { return }
    catchUp()
    if !restarts, let plan = details.plan?.status, plan.action == trigger.action.id,
      situation[plan.action]?.verdict.isPassing == false
    {
      return perform(plan, trigger)
    }
    if restarts { restart(trigger) } else { choose(trigger) }
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
