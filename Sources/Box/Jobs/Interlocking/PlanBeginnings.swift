internal import Board
internal import Boundary
internal import Programs
internal import SignalboxCore

/// How plans begin, are answered and end.
extension Interlocking {
  /// Begins a plan, if it is the one that was shown, and still is when it is derived.
  /// - Parameters:
  ///   - onAnswer: Called once: with nil if the plan has begun, otherwise with the reason.
  ///   - onStart: Called once if the action is started.
  func beginPlan(
    _ order: StartOrder, _ ticket: StartTicket,
    onAnswer: @escaping @MainActor (_ refusal: String?) -> Void,
    onStart: @escaping @MainActor (Start) -> Void
  ) {
    if let refusal = refusalToBegin(order) { return onAnswer(refusal) }
    planRegistry.beginnings[ticket] = PlanRegistry.Beginning(action: order.action, onAnswer: onAnswer)
    derivePlan(for: order.action) { [planRegistry] in
      planRegistry.beginnings[ticket] != nil
    } onAnswer: { [weak self, planRegistry] derived, holds in
      // If it was withdrawn, it was answered then.
      guard planRegistry.beginnings.removeValue(forKey: ticket) != nil else { return }
      guard let self else { return onAnswer("the box has ended") }
      // A box without front ends ends when nothing is left to do.
      changes.tell()
      if let refusal = refusalToBegin(order) ?? refusal(of: derived, holds: holds, order) {
        return onAnswer(refusal)
      }
      if let plan = derived?.plan { begin(plan, order, ticket, onStart: onStart) }
      onAnswer(nil)
    }
  }

  /// Why no plan begins, whatever its steps are; nil if one may.
  private func refusalToBegin(_ order: StartOrder) -> String? {
    carryOutPendingChanges()
    evaluateGuards()
    let id = order.action
    guard let job = self[id] else { return "there is no such action" }
    if let reason = planRegistry.end ?? presentStop?.reason { return reason }
    if let run = planRegistry.runs[id] {
      return "is planned by \(run.order.starter?.name ?? "another front end")"
    }
    if job.moment.isRunning, !job.definition.startsWhileRunning { return "is running" }
    if planRegistry.runs.count >= PlanRegistry.limit {
      return "\(PlanRegistry.limit) plans are performed already"
    }
    return ActionStatus(job, on: self).refusalOfRequest(input: order.input)
  }

  /// Why a plan does not begin; nil if it may.
  private func refusal(of derived: DerivedPlan?, holds: Bool, _ order: StartOrder) -> String? {
    guard let derived else { return "there is no such action" }
    guard holds, derived.digest == order.plan else { return "the plan has changed" }
    guard derived.plan.steps != nil else { return "no plan was found: \(verdict(on: order.action))" }
    return order.refusalOfPlan(status(of: derived))
  }

  private func begin(
    _ plan: GuardPlan, _ order: StartOrder, _ ticket: StartTicket,
    onStart: @escaping @MainActor (Start) -> Void
  ) {
    let id = order.action
    let texts = Set(order.confirmedAhead + [order.confirmed].compactMap(\.self))
    var confirmed: [String: String] = [:]
    for id in plan.presses + [id] {
      if let question = self[id]?.definition.confirmation, texts.contains(question) {
        confirmed[id] = question
      }
    }
    planRegistry.stopped[id] = nil
    planRegistry.runs[id] = PlanRegistry.Run(
      order, ticket, since: station.now, PlanProgress(plan, confirmed: confirmed),
      onStart: onStart)
    self[id]?.output.append([.note(beginning(of: plan, by: order.starter))])
    changes.tell()
  }

  private func beginning(of plan: GuardPlan, by starter: Starter?) -> String {
    let presses = plan.presses.map { self[$0]?.definition.title ?? $0 }
    let words = presses.isEmpty ? "waits" : "starts \(presses.joined(separator: ", ")) first"
    return "plan\(starter?.name.map { ", run by \($0)" } ?? ""): \(words)"
  }

  /// Answers a question of a plan. Returns why not; nil if it has the answer.
  func answerPlan(_ order: PlanAnswerOrder) -> String? {
    guard let run = planRegistry.runs[order.plan] else { return "there is no plan for it" }
    guard let asked = status(of: run).askedNow.first(where: { $0.action == order.action }) else {
      return "\(order.action) asks nothing now"
    }
    if let confirmed = order.confirmed, confirmed != asked.question {
      return "it asks \"\(asked.question)\" now, and something else was confirmed"
    }
    run.answerers[order.action] = order.starter
    run.progress.answer(order.action, order.confirmed)
    changes.tell()
    return nil
  }

  /// Cancels a plan, and nothing that it has started.
  /// - Parameter reason: Why, as it is shown; nil to forget it at once.
  func cancelPlan(_ id: String, because reason: String?) {
    withdrawBeginnings(because: reason ?? "was cancelled") { _, beginning in beginning.action == id }
    planRegistry.stopped[id] = nil
    if let run = planRegistry.runs[id] { end(run, because: reason, .cancelled) }
    changes.tell()
  }

  /// Cancels the plan that was begun by a start.
  func cancelPlan(_ ticket: StartTicket) {
    withdrawBeginnings(because: "was cancelled") { other, _ in other == ticket }
    for run in planRegistry.runs.values where run.ticket == ticket {
      cancelPlan(run.progress.target, because: "cancelled")
    }
  }

  /// Cancels all plans, and begins none any more.
  func endPlans(because reason: String) {
    planRegistry.end = reason
    cancelPlans(because: reason)
  }

  func cancelPlans(because reason: String) {
    withdrawBeginnings(because: reason) { _, _ in true }
    for id in planRegistry.runs.keys { cancelPlan(id, because: reason) }
  }

  private func withdrawBeginnings(
    because reason: String, where isMeant: (StartTicket, PlanRegistry.Beginning) -> Bool
  ) {
    for (ticket, beginning) in planRegistry.beginnings where isMeant(ticket, beginning) {
      // An answer can withdraw others.
      guard planRegistry.beginnings.removeValue(forKey: ticket) != nil else { continue }
      changes.tell()
      beginning.onAnswer(reason)
    }
  }

  func end(_ run: PlanRegistry.Run, because reason: String?, _ outcome: RunOutcome) {
    let id = run.progress.target
    var status = status(of: run)
    planRegistry.runs[id] = nil
    withdraw(run.ticket)
    changes.tell()
    guard let reason else {
      self[id]?.output.append([.note("plan cancelled; what it has started goes on")])
      return run.order.onEnd(outcome)
    }
    (status.stopped, status.stopTime, status.asks) = (reason, station.now, false)
    planRegistry.stopped[id] = status
    self[id]?.output.append([.note(PlanStatus.stop(because: reason), .failure)])
    run.order.onEnd(outcome)
  }
}
