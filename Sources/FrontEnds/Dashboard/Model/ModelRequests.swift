internal import Board
internal import Boundary

/// What the panel requests from the box.
extension Dashboard.Model {
  /// Reads what the box has told until now, because a request depends on it. The picture may show less.
  func catchUp() { situation = box.situation }

  /// - Parameters:
  ///   - isByEnter: Whether Enter presses it, and not the key of the button or the mouse.
  ///   - asksForAll: Whether a person wants to type what can also be left out.
  func pressButton(_ index: Int, isByEnter: Bool = false, asksForAll: Bool = false) {
    guard var trigger = triggers[index], !refusesToAct() else { return }
    trigger.asksForAll = asksForAll
    catchUp()
    guard let action = situation[trigger.action.id] else { return }
    if action.canBeEntered, trigger.isCause(of: action) { return onRequest(.enter(action.id)) }
    if action.isRunning, action.description.whileRunning == .reject || action.pendingChange != nil {
      return ask(.cancelling(action))
    }
    if let prompt = Dashboard.Prompt(takingOver: action) { return ask(prompt) }
    if isByEnter, pressByPlan(trigger, action) { return }
    if !action.verdict.isPassing {
      refuse(action)
    } else {
      details.request(nil)
      choose(trigger)
    }
  }

  /// Shows why an action is locked: in a message, and with all of its guard where its output is.
  func refuse(_ action: ActionStatus) {
    var words = Dashboard.LockWords(titles: triggers.titles)
    state.message = "\(action.description.title): \(words.guardText(of: action))"
    details.request(action.id)
  }

  func dismissError() {
    guard !refusesToAct() else { return }
    catchUp()
    guard let problem = situation.problems.first else {
      state.message = "There is no error to dismiss"
      return
    }
    box.dismiss(problem.id)
  }

  /// Dismisses all errors, also those that are not shown.
  func dismissAllErrors() {
    guard !state.errors.isEmpty else {
      state.message = "There is no error to dismiss"
      return
    }
    dismiss(state.errors.map(\.id))
  }

  func dismiss(_ errors: [UInt64]) {
    guard !refusesToAct() else { return }
    for error in errors { box.dismiss(error) }
  }

  /// Whether nothing can be requested. If so, shows a message.
  func refusesToAct() -> Bool {
    // The message about that is always shown.
    if box.hasEnded { return true }
    if state.isReadOnly { state.message = "read-only: nothing is started, cancelled or dismissed here" }
    return state.isReadOnly
  }

  /// Starts an action, after its input and confirmation if the board requires them.
  func choose(_ trigger: Dashboard.Trigger) {
    if trigger.needsTyping { return askForInput(of: trigger, restarts: false) }
    if trigger.action.confirmation == nil { start(trigger, isPressed: true) } else { ask(.starting(trigger)) }
  }

  /// Restarts the focused action, after a question if that ends a run which a press would not end.
  func restartFocused() {
    guard let trigger = triggers[state.focus], !refusesToAct() else { return }
    catchUp()
    guard let action = situation[trigger.action.id] else { return }
    if !action.verdict.isPassing {
      refuse(action)
    } else {
      restart(trigger)
    }
  }

  /// Restarts an action, after its inputs if it has some, also if all can be left out: the run that ends may
  /// have had others than those that are usual. A question follows if that ends a run. A press of an action
  /// that is `while-running: restart` ends it, too.
  func restart(_ trigger: Dashboard.Trigger) {
    var trigger = trigger
    trigger.asksForAll = true
    if trigger.needsTyping { return askForInput(of: trigger, restarts: true) }
    guard situation[trigger.action.id]?.isRunning == true else { return choose(trigger) }
    let asks = trigger.action.whileRunning != .restart || trigger.action.confirmation != nil
    if asks { ask(.restarting(trigger)) } else { start(trigger, restarts: true) }
  }

  func askForInput(of trigger: Dashboard.Trigger, restarts: Bool) {
    let action = trigger.action.id
    let purpose: Dashboard.Prompt.Purpose =
      trigger.action.form.named == nil
      ? .input(trigger, restarts: restarts) : .inputs(trigger, restarts: restarts)
    ask(Dashboard.Prompt(purpose, of: action, last: situation[action]?.runs.input))
  }

  /// - Parameters:
  ///   - question: The question of the action that was answered with yes; nil if it has none.
  ///   - restarts: Whether a present run is cancelled first.
  ///   - isPressed: Whether a press of its button starts it, and enters its program if the board wants that.
  func start(
    _ trigger: Dashboard.Trigger, confirmed question: String? = nil, restarts: Bool = false,
    isPressed: Bool = false
  ) {
    var order = StartOrder(trigger.action.id, input: trigger.input, confirmed: question)
    order.restarts = restarts
    order.onAnswer = { [weak self] in self?.receive($0, about: trigger.action.id) }
    awaitOutput(of: trigger.action.id)
    if isPressed { awaitEntry(of: trigger.action) }
    box.start(order)
  }

  /// Shows why an action was not started. A box in another process answers after the key was handled.
  func receive(_ answer: StartAnswer, about action: String) {
    if case .accepted = answer { return }
    if awaitedStart?.action == action { awaitedStart = nil }
    if awaitedEntry?.action == action { awaitedEntry = nil }
    switch answer {
    case .accepted: break
    case .upToDate(let reason), .refused(let reason), .unavailable(let reason, _):
      state.message = "\(action): \(reason)"
    case .notTaken(let reason):
      if box.hasEnded { markAsStale() }
      state.message = "\(action): was not started: \(reason)" + (box.hasEnded ? "; \(reopeningHint)" : "")
    case .unknown:
      markAsStale()
      state.message = "\(action): the box has ended, and may have started it before; \(reopeningHint)"
    }
    refresh()
  }

  /// Asks whether to cancel the focused action, regardless of what a press of its button would do.
  func cancelFocused() {
    guard let id = focusedID, !refusesToAct() else { return }
    catchUp()
    if let action = situation[id], cancelPlan(of: action) { return }
    if let action = situation[id], action.isRunning { return ask(.cancelling(action)) }
    if let run = situation[id]?.shared?.runs.first {
      state.message = "\(id): runs on \(run.place), and can be cancelled there only"
      return
    }
    state.message = "\(id): nothing to cancel"
  }

  /// Opens what an agent asks, the oldest first.
  func askAboutPetition() {
    guard !refusesToAct() else { return }
    catchUp()
    guard let petition = situation.petitions.first else {
      state.message = "No agent asks anything"
      return
    }
    guard box.now - petition.since >= Dashboard.Inquiry.readingTime else {
      state.message = "An agent has only just asked: read it first"
      return
    }
    ask(.deciding(petition.id))
  }

  /// Shows all buttons of the focused action in one list, or asks for all that can be typed.
  func pickInput() {
    guard let action = focusedAction, !refusesToAct() else { return }
    if action.buttons.count > 1 { return ask(.choosing(action)) }
    if !action.form.inputs.isEmpty { return pressButton(state.focus, asksForAll: true) }
    state.message = "\(action.id): there is only one input to pick"
  }
}
