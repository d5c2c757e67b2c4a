internal import Boundary
internal import Processes

extension Dashboard.Model {
  /// Performs what an event leads to.
  func perform(_ effect: Dashboard.Effect) {
    switch effect {
    case .show(let message): state.message = message
    case .request(let request): onRequest(request)
    case .log(let step): changeLog { $0.take(step, on: $1) }
    case .submit(let lever, let restarts): submit(lever, restarts: restarts)
    case .answer(let action, let question, let text): answer(question, of: action, with: text)
    case .takeOver(let action, let run, let reason): takeOver(run, of: action, because: reason)
    }
  }

  private func submit(_ lever: Dashboard.Lever, restarts: Bool) {
    guard !refusesToAct() else { return }
    catchUp()
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
