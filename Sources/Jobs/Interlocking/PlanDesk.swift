internal import Board
package import Boundary
internal import Programs
internal import SignalboxCore

/// The plans that this box performs, and those that have stopped.
@MainActor
final class PlanDesk {
  /// A plan that is performed.
  @MainActor
  final class Run {
    let order: StartOrder
    let ticket: StartTicket
    let starter: String?
    let since: Duration
    var progress: PlanProgress
    /// What observes the ends of the steps.
    var ends: [any Cancellable] = []
    /// The steps whose starts other machines have not decided yet.
    var asked: Set<String> = []
    let onStart: @MainActor (Interlocking.Start) -> Void

    init(
      _ order: StartOrder, _ ticket: StartTicket, starter: String?, since: Duration, _ progress: PlanProgress,
      onStart: @escaping @MainActor (Interlocking.Start) -> Void
    ) {
      (self.order, self.ticket, self.starter) = (order, ticket, starter)
      (self.since, self.progress, self.onStart) = (since, progress, onStart)
    }
  }

  fileprivate(set) var runs: [String: Run] = [:]
  fileprivate(set) var stopped: [String: PlanStatus] = [:]

  /// The most plans that a box performs.
  static let limit = 16

  nonisolated init() {}
}

extension Interlocking {
  /// Whether a plan is performed.
  package var hasRunningPlans: Bool { !planDesk.runs.isEmpty }

  /// The plans that are performed or have stopped, in the order of the board.
  var plans: [PlanStatus] {
    guard hasRunningPlans || !planDesk.stopped.isEmpty else { return [] }
    return jobs.compactMap { job in
      planDesk.runs[job.id].map { status(of: $0) } ?? planDesk.stopped[job.id]
    }
  }

  /// The plan by which an action can be started; nil if there is no such action.
  package func plan(for id: String) -> PlanStatus? {
    evaluateGuards()
    return planMoment(of: id).map { status(of: GuardPlan.derive($0)) }
  }

  /// The plan of a moment, as front ends show it.
  func status(of plan: GuardPlan) -> PlanStatus { PlanStatus(plan) { self.usualDuration(of: $0) } }

  private func usualDuration(of id: String) -> Duration? {
    guard let job = self[id], job.definition.service == nil else { return nil }
    return RunTimes(job.moment.record.history) { $0.duration }?.median
  }

  private func status(of run: PlanDesk.Run) -> PlanStatus {
    var status = PlanStatus()
    status.action = run.progress.target
    status.question = self[status.action]?.definition.confirmation
    status.asks = run.progress.asksForTarget
    status.digest = run.order.plan ?? ""
    (status.starter, status.since) = (run.starter, run.since)
    status.steps = run.progress.entries.map { entry in
      var step = PlanStatus.Step(entry.step) { self.usualDuration(of: $0) }
      step.state = entry.state
      return step
    }
    return status
  }

  /// All that a plan for an action depends on, at this moment; nil if there is no such action.
  func planMoment(of id: String) -> PlanMoment? {
    let present = presentFacts
    return PlanMoment(
      of: id, networkIsBusy: present.networkIsBusy,
      errors: station.errors.reports.data.filter { $0.source != .cluster }.map {
        PlannedError(action: $0.source.name.flatMap { self[$0]?.id }, expires: $0.expires != nil)
      },
      other: { present.actions[$0] }, read: { self.plannedAction($0, present) })
  }

  private func plannedAction(_ id: String, _ present: BoardFacts) -> PlannedAction? {
    guard let job = self[id] else { return nil }
    var action = PlannedAction(
      job.definition, facts: present.actions[id] ?? facts(of: job, at: station.ageTime))
    action.repeats = job.definition.every != nil && isAttended
    action.isLeaving = pendingChange(of: id) != nil
    let moment = job.moment
    (action.isEnding, action.keepsResult) = (moment.isCancelling, moment.record.keepsResult)
    action.hasFailedToStart = moment.record.notReady != nil
    action.hasUnknownResult = freshness(of: job)?.isBeingRead == true || isSilent(about: job)
    return action
  }

  // MARK: Beginning and ending

  /// Begins a plan, if it is the one that was shown. Returns why not; nil if it has begun.
  /// - Parameter onStart: Called once if the action is started.
  func beginPlan(
    _ order: StartOrder, _ ticket: StartTicket, starter: String?,
    onStart: @escaping @MainActor (Start) -> Void
  ) -> String? {
    let id = order.action
    carryOutPendingChanges()
    evaluateGuards()
    guard let job = self[id], let moment = planMoment(of: id) else { return "there is no such action" }
    if let run = planDesk.runs[id] { return "is planned by \(run.starter ?? "another front end")" }
    if job.moment.isRunning, !moment.canStartNow { return "is running" }
    if planDesk.runs.count >= PlanDesk.limit { return "\(PlanDesk.limit) plans are performed already" }
    if let refusal = ActionStatus(job, on: self).refusalOfRequest(input: order.input) { return refusal }
    let plan = GuardPlan.derive(moment)
    if plan.digest != order.plan { return "the plan has changed" }
    guard plan.steps != nil else { return "no plan was found: \(job.verdict)" }
    let texts = Set(order.confirmedAhead + [order.confirmed].compactMap(\.self))
    var confirmed: [String: String] = [:]
    for id in plan.presses + [id] {
      if let question = self[id]?.definition.confirmation, texts.contains(question) {
        confirmed[id] = question
      }
    }
    planDesk.stopped[id] = nil
    planDesk.runs[id] = PlanDesk.Run(
      order, ticket, starter: starter, since: station.now, PlanProgress(plan, confirmed: confirmed),
      onStart: onStart)
    job.output.append([.note(beginning(of: plan, by: starter))])
    changes.tell()
    return nil
  }

  private func beginning(of plan: GuardPlan, by starter: String?) -> String {
    let presses = plan.presses.map { self[$0]?.definition.title ?? $0 }
    let words = presses.isEmpty ? "waits" : "starts \(presses.joined(separator: ", ")) first"
    return "plan\(starter.map { ", run by \($0)" } ?? ""): \(words)"
  }

  /// Answers a question of a plan. Returns why not; nil if it has the answer.
  func answerPlan(_ order: PlanAnswerOrder) -> String? {
    guard let run = planDesk.runs[order.plan] else { return "there is no plan for it" }
    guard let asked = status(of: run).askedNow.first(where: { $0.action == order.action }) else {
      return "\(order.action) asks nothing now"
    }
    if let confirmed = order.confirmed, confirmed != asked.question {
      return "it asks \"\(asked.question)\" now, and something else was confirmed"
    }
    run.progress.answer(order.action, order.confirmed)
    changes.tell()
    return nil
  }

  /// Cancels a plan, and nothing that it has started.
  /// - Parameter reason: Why, as it is shown; nil to forget it at once.
  func cancelPlan(_ id: String, because reason: String?) {
    planDesk.stopped[id] = nil
    if let run = planDesk.runs[id] { end(run, because: reason, .cancelled) }
    changes.tell()
  }

  /// Cancels the plan that was begun by a start.
  func cancelPlan(_ ticket: StartTicket) {
    for run in planDesk.runs.values where run.ticket == ticket {
      cancelPlan(run.progress.target, because: "cancelled")
    }
  }

  func cancelPlans(because reason: String) {
    for id in planDesk.runs.keys { cancelPlan(id, because: reason) }
  }

  private func end(_ run: PlanDesk.Run, because reason: String?, _ outcome: RunOutcome) {
    let id = run.progress.target
    var status = status(of: run)
    planDesk.runs[id] = nil
    guard let reason else {
      self[id]?.output.append([.note("plan cancelled; what it has started goes on")])
      return run.order.onEnd(outcome)
    }
    (status.stopped, status.stopTime, status.asks) = (reason, station.now, false)
    planDesk.stopped[id] = status
    self[id]?.output.append([.note("plan stopped: \(reason)", .failure)])
    run.order.onEnd(outcome)
  }

  // MARK: Performing

  /// Starts what the plans have due now.
  func continuePlans() {
    for id in jobs.map(\.id) where planDesk.stopped[id] != nil && self[id]?.moment.isRunning == true {
      planDesk.stopped[id] = nil
    }
    for run in planDesk.runs.values.sorted(by: { $0.ticket.number < $1.ticket.number }) { perform(run) }
  }

  private func perform(_ run: PlanDesk.Run) {
    let target = run.progress.target
    guard let moment = planMoment(of: target) else {
      return end(run, because: words(for: .boardChanged), .cancelled)
    }
    guard run.asked.isEmpty else { return }
    let orders = run.progress.advance(moment)
    if let stop = run.progress.stop {
      let reason = words(for: stop)
      return end(run, because: reason, .failed("plan stopped: \(reason)"))
    }
    for order in orders {
      switch order {
      case .press(let id): press(id, run)
      case .start: start(run)
      }
    }
  }

  private func press(_ id: String, _ run: PlanDesk.Run) {
    var origin = RunOrigin(starter: run.starter, context: run.order.context)
    origin.hasTerminal = true
    run.asked.insert(id)
    request(id, by: .plan(run.progress.target), from: origin) { [weak self, weak run] start in
      guard let self, let run else { return }
      run.asked.remove(id)
      guard case .accepted(let execution) = start else { return }
      run.progress.pressed(id)
      let (changes, onMain) = (changes, environment.onMain)
      run.ends.append(
        execution.sink { [weak run] _ in
          onMain {
            run?.progress.ended(id)
            changes.tell()
          }
        } receiveValue: { _ in
        })
      changes.tell()
    }
  }

  /// Starts the action that the plan is for.
  private func start(_ run: PlanDesk.Run) {
    let id = run.progress.target
    var origin = RunOrigin(
      starter: run.starter, tap: run.order.bytes?.tap, hasTerminal: run.order.hasTerminal,
      context: run.order.context)
    let onMain = environment.onMain
    origin.onRun = { [onRun = run.order.onRun] number in onMain { onRun(number) } }
    if let onBegin = run.order.onBegin {
      origin.onBegin = { onMain(onBegin) }
    }
    run.asked.insert(id)
    request(id, input: run.order.input, from: origin, ticket: run.ticket) { [weak self, weak run] start in
      guard let self, let run else { return }
      run.asked.remove(id)
      switch start {
      case .accepted:
        planDesk.runs[id] = nil
        changes.tell()
        run.onStart(start)
      case .unavailable(let reason, _):
        end(run, because: reason, .failed("plan stopped: \(reason)"))
      // Tried again at the next change.
      case .refused: break
      }
    }
  }

  private func words(for stop: PlanProgress.Stop) -> String {
    switch stop {
    case .failed(let id, let part):
      let title = self[id]?.definition.title ?? id
      if let reason = self[id]?.moment.record.notReady { return "\(title) failed: \(reason)" }
      return switch self[id]?.moment.record.last.result {
      case .failed(let failure)?, .tolerated(let failure)?: "\(title) failed: \(failure.message)"
      case .cancelled?: "\(title) was cancelled"
      case .lost?: "\(title) was lost"
      case .succeeded?, nil:
        self[id].flatMap(freshness)?.stale.map { "\(title): \($0.text()) while it ran" }
          ?? "\(title) has ended, and \(part) does not hold"
      }
    case .declined(let id): return "\(self[id]?.definition.title ?? id) was not confirmed"
    case .hopeless(let missing): return "no step leads to \(missing.joined(separator: " and ")) any more"
    case .boardChanged: return "the board has changed"
    case .overtaken: return "somebody else has started it"
    }
  }
}
