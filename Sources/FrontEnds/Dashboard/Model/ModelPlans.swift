internal import Board
internal import Boundary

/// Plans: what would let a locked action start, and does it on one more key.
extension Dashboard.Model {
  /// The shortest time between the keys that show a plan and perform it: a key that is held down repeats.
  private static let pause = Duration.milliseconds(300)

  /// Enter on an action that is locked or planned. Returns false if it is neither.
  func pressByPlan(_ trigger: Dashboard.Trigger, _ action: ActionStatus) -> Bool {
    if let plan = situation.plan(for: action.id), plan.isRunning {
      if let asked = plan.askedNow.first {
        ask(.planned(plan: plan.action, action: asked.action, question: asked.question))
      } else {
        details.request(action.id)
      }
      return true
    }
    guard !action.verdict.isPassing else { return false }
    if details.requested == action.id, let plan = details.plan, plan.status.offersSteps {
      if box.now - plan.time >= Self.pause { perform(plan.status, trigger) }
      return true
    }
    refuse(action)
    showPlan(of: action.id)
    return true
  }

  /// Asks the box for the plan of an action, and shows it with the details of the action.
  private func showPlan(of action: String) {
    box.plan(action) { [weak self] plan in
      guard let self, let plan, details.requested == action else { return }
      details.plan = (plan, box.now)
      // What it needs stands above the plan, and the keys that perform it stand where the message is.
      if plan.offersSteps { state.message = nil }
      refresh()
    }
  }

  /// Performs a plan, after the input of its action is typed if it has one.
  func perform(_ plan: PlanStatus, _ trigger: Dashboard.Trigger) {
    if trigger.needsTyping { return askForInput(of: trigger, restarts: false) }
    var order = StartOrder(trigger.action.id, input: trigger.input)
    order.plan = plan.digest
    order.onAnswer = { [weak self] answer in
      guard let self else { return }
      if case .refused = answer, details.requested == plan.action { showPlan(of: plan.action) }
      receive(answer, about: plan.action)
    }
    details.plan = nil
    box.start(order)
  }

  /// Cancels the plan for an action, or forgets that it has stopped. Returns false if there is none.
  func cancelPlan(of action: ActionStatus) -> Bool {
    guard let plan = situation.plan(for: action.id), !action.isRunning else { return false }
    box.cancel(.plan(action.id))
    state.message =
      plan.isRunning
      ? "\(action.description.title): the plan is cancelled; what it has started goes on" : nil
    return true
  }

  /// When a plan has started its action, the output comes in place of the plan.
  func followPlan(of action: String) {
    let wasPlanned = details.isPlanned
    details.isPlanned = details.requested == action && situation.plan(for: action)?.isRunning == true
    if wasPlanned, situation[action]?.isRunning == true { details.request(nil) }
  }

  func answerPlan(_ plan: String, _ action: String, _ question: String?) {
    guard !refusesToAct() else { return }
    var order = PlanAnswerOrder(plan: plan, action: action, confirmed: question)
    order.onAnswer = { [weak self] refusal in
      if let refusal { self?.tell("\(plan): \(refusal)") }
    }
    box.answer(order)
  }

  /// The plan of an action that is shown with its details; nil for none.
  var shownPlan: (status: PlanStatus, isOffered: Bool)? {
    guard let id = focusedID else { return nil }
    if let plan = details.plan, plan.status.action == id { return (plan.status, plan.status.offersSteps) }
    return situation.plan(for: id).map { ($0, false) }
  }
}

extension PlanStatus {
  /// Whether it has steps that can be performed.
  fileprivate var offersSteps: Bool { isFound && !steps.isEmpty && since == nil }
}
