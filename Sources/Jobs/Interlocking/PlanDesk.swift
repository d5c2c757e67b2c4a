internal import Board
internal import Boundary
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
    /// Who has answered the questions, by the names of the actions.
    var answerers: [String: String] = [:]
    /// Why steps were refused last.
    var refusals: [String: String] = [:]
    /// The actions whose starts are not decided yet: their inputs are being looked at, or other machines are
    /// asked.
    var asked: Set<String> = []
    /// Whether something has changed while starts were not decided.
    var hasMissedTurn = false
    /// The guards on which the plan depends, and the version of the jobs that have them.
    var guards: (version: Int, guards: PlanGuards)?
    /// Whether steps are being derived.
    var isDeriving = false
    /// What was derived, until the next turn.
    var derived: DerivedPlan?
    /// The number of successive derivations that did not hold any more when they arrived.
    var vainDerivations = 0
    let onStart: @MainActor (Interlocking.Start) -> Void

    init(
      _ order: StartOrder, _ ticket: StartTicket, starter: String?, since: Duration, _ progress: PlanProgress,
      onStart: @escaping @MainActor (Interlocking.Start) -> Void
    ) {
      (self.order, self.ticket, self.starter) = (order, ticket, starter)
      (self.since, self.progress, self.onStart) = (since, progress, onStart)
    }
  }

  /// A plan that begins when it is derived.
  fileprivate struct Beginning {
    let action: String
    let onAnswer: @MainActor (_ refusal: String?) -> Void
  }

  fileprivate(set) var runs: [String: Run] = [:]
  fileprivate var beginnings: [StartTicket: Beginning] = [:]
  /// Why no plan begins any more; nil if plans do.
  fileprivate var end: String?
  let derivations = PlanDerivations()
  /// What observes the ends of steps, which may come after the end of their plan.
  fileprivate var ends: [UInt64: any Cancellable] = [:]
  fileprivate var lastEnd: UInt64 = 0
  fileprivate(set) var stopped: [String: PlanStatus] = [:]

  /// The most plans that a box performs.
  static let limit = 16

  nonisolated init() {}
}

extension Interlocking {
  /// Whether a plan is performed, or about to be.
  package var hasRunningPlans: Bool { !planDesk.runs.isEmpty || !planDesk.beginnings.isEmpty }

  /// The plans that are performed or have stopped, in the order of the board.
  var plans: [PlanStatus] {
    guard hasRunningPlans || !planDesk.stopped.isEmpty else { return [] }
    return jobs.compactMap { job in
      planDesk.runs[job.id].map { status(of: $0) } ?? planDesk.stopped[job.id]
    }
  }

  /// The plan of a moment, as front ends show it.
  func status(of derived: DerivedPlan) -> PlanStatus {
    PlanStatus(derived) { self.usualDuration(of: $0) }
  }

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

  /// All that the plan of a run depends on, at this moment; nil if there is no such action. Guards change
  /// only with the jobs, so they are numbered once.
  private func planMoment(of run: PlanDesk.Run) -> PlanMoment? {
    let known = run.guards.flatMap { $0.version == jobsVersion ? $0.guards : nil }
    let moment = planMoment(of: run.progress.target, guards: known)
    run.guards = moment.map { (jobsVersion, $0.guards) }
    return moment
  }

  /// All that a plan for an action depends on, at this moment; nil if there is no such action.
  /// - Parameter guards: Its guards, if they are known.
  func planMoment(of id: String, guards: PlanGuards? = nil) -> PlanMoment? {
    let time = station.ageTime
    let present = facts(at: time)
    return PlanMoment(
      of: id, guards: guards, at: time, networkIsBusy: present.networkIsBusy,
      errors: station.errors.reports.data.filter { $0.source != .cluster }.map {
        PlannedError(action: $0.source.name.flatMap { self[$0]?.id }, expires: $0.expires != nil)
      },
      other: { present.actions[$0] }, read: { self.plannedAction($0, present, at: time) })
  }

  private func plannedAction(_ id: String, _ present: BoardFacts, at time: Duration) -> PlannedAction? {
    guard let job = self[id] else { return nil }
    var action = PlannedAction(
      job.definition, facts: present.actions[id] ?? facts(of: job, at: time))
    action.repeats = job.definition.every != nil && isAttended
    action.isLeaving = pendingChange(of: id) != nil
    let moment = job.moment
    (action.isEnding, action.keepsResult) = (moment.isCancelling, moment.record.keepsResult)
    action.hasFailedToStart = moment.record.notReady != nil
    action.hasUnknownResult = freshness(of: job)?.isBeingRead == true || isSilent(about: job)
    return action
  }

  // MARK: Beginning and ending

  /// Begins a plan, if it is the one that was shown, and still is when it is derived.
  /// - Parameters:
  ///   - onAnswer: Called once: with nil if the plan has begun, otherwise with the reason.
  ///   - onStart: Called once if the action is started.
  func beginPlan(
    _ order: StartOrder, _ ticket: StartTicket, starter: String?,
    onAnswer: @escaping @MainActor (_ refusal: String?) -> Void,
    onStart: @escaping @MainActor (Start) -> Void
  ) {
    if let refusal = refusalToBegin(order) { return onAnswer(refusal) }
    planDesk.beginnings[ticket] = PlanDesk.Beginning(action: order.action, onAnswer: onAnswer)
    derivePlan(for: order.action) { [planDesk] in
      planDesk.beginnings[ticket] != nil
    } onAnswer: { [weak self, planDesk] derived, holds in
      // If it was withdrawn, it was answered then.
      guard planDesk.beginnings.removeValue(forKey: ticket) != nil else { return }
      guard let self else { return onAnswer("the box has ended") }
      // A box without front ends ends when nothing is left to do.
      changes.tell()
      if let refusal = refusalToBegin(order) ?? refusal(of: derived, holds: holds, order) {
        return onAnswer(refusal)
      }
      if let plan = derived?.plan { begin(plan, order, ticket, starter: starter, onStart: onStart) }
      onAnswer(nil)
    }
  }

  /// Why no plan begins, whatever its steps are; nil if one may.
  private func refusalToBegin(_ order: StartOrder) -> String? {
    carryOutPendingChanges()
    evaluateGuards()
    let id = order.action
    guard let job = self[id] else { return "there is no such action" }
    if let reason = planDesk.end ?? presentStop?.reason { return reason }
    if let run = planDesk.runs[id] { return "is planned by \(run.starter ?? "another front end")" }
    if job.moment.isRunning, !job.definition.startsWhileRunning { return "is running" }
    if planDesk.runs.count >= PlanDesk.limit { return "\(PlanDesk.limit) plans are performed already" }
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
    _ plan: GuardPlan, _ order: StartOrder, _ ticket: StartTicket, starter: String?,
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
    planDesk.stopped[id] = nil
    planDesk.runs[id] = PlanDesk.Run(
      order, ticket, starter: starter, since: station.now, PlanProgress(plan, confirmed: confirmed),
      onStart: onStart)
    self[id]?.output.append([.note(beginning(of: plan, by: starter))])
    changes.tell()
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
    run.answerers[order.action] = order.starter
    run.progress.answer(order.action, order.confirmed)
    changes.tell()
    return nil
  }

  /// Cancels a plan, and nothing that it has started.
  /// - Parameter reason: Why, as it is shown; nil to forget it at once.
  func cancelPlan(_ id: String, because reason: String?) {
    withdrawBeginnings(because: reason ?? "was cancelled") { _, beginning in beginning.action == id }
    planDesk.stopped[id] = nil
    if let run = planDesk.runs[id] { end(run, because: reason, .cancelled) }
    changes.tell()
  }

  /// Cancels the plan that was begun by a start.
  func cancelPlan(_ ticket: StartTicket) {
    withdrawBeginnings(because: "was cancelled") { other, _ in other == ticket }
    for run in planDesk.runs.values where run.ticket == ticket {
      cancelPlan(run.progress.target, because: "cancelled")
    }
  }

  /// Cancels all plans, and begins none any more.
  func endPlans(because reason: String) {
    planDesk.end = reason
    cancelPlans(because: reason)
  }

  func cancelPlans(because reason: String) {
    withdrawBeginnings(because: reason) { _, _ in true }
    for id in planDesk.runs.keys { cancelPlan(id, because: reason) }
  }

  private func withdrawBeginnings(
    because reason: String, where isMeant: (StartTicket, PlanDesk.Beginning) -> Bool
  ) {
    for (ticket, beginning) in planDesk.beginnings where isMeant(ticket, beginning) {
      // An answer can withdraw others.
      guard planDesk.beginnings.removeValue(forKey: ticket) != nil else { continue }
      changes.tell()
      beginning.onAnswer(reason)
    }
  }

  private func end(_ run: PlanDesk.Run, because reason: String?, _ outcome: RunOutcome) {
    let id = run.progress.target
    var status = status(of: run)
    planDesk.runs[id] = nil
    withdraw(run.ticket)
    changes.tell()
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
    for id in planDesk.stopped.keys where self[id]?.moment.isRunning != false { planDesk.stopped[id] = nil }
    for run in planDesk.runs.values.sorted(by: { $0.ticket.number < $1.ticket.number }) { perform(run) }
  }

  private func perform(_ run: PlanDesk.Run) {
    if !run.asked.isEmpty, run.progress.stop == nil {
      run.hasMissedTurn = true
      return
    }
    guard let moment = planMoment(of: run) else {
      return end(run, because: words(for: .boardChanged), .cancelled)
    }
    let derived = run.derived
    run.derived = nil
    let orders = run.progress.advance(moment, taking: derived)
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
    guard run.progress.needsDerivation else {
      run.vainDerivations = 0
      return
    }
    if derived != nil { run.vainDerivations += 1 }
    derive(run)
  }

  /// Derives the steps that are left again. What comes of it is taken in a turn of its own.
  private func derive(_ run: PlanDesk.Run) {
    guard !run.isDeriving else { return }
    if run.vainDerivations >= Self.derivationLimit {
      let reason = "what it depends on changes faster than steps are found"
      return end(run, because: reason, .failed("plan stopped: \(reason)"))
    }
    run.isDeriving = true
    let target = run.progress.target
    planDesk.derivations.derive(in: environment, isUrgent: true) { [weak self, weak run] in
      guard let self, let run, planDesk.runs[target] === run, let moment = planMoment(of: run) else {
        return nil
      }
      return PlanDerivations.Question(moment: moment, allowed: run.progress.mayPress)
    } onAnswer: { [changes, weak run] derived in
      run?.isDeriving = false
      run?.derived = derived
      changes.tell()
    }
  }

  private func press(_ id: String, _ run: PlanDesk.Run) {
    var origin = RunOrigin(starter: run.starter, context: run.order.context)
    origin.hasTerminal = true
    run.asked.insert(id)
    let press = self.press(of: id, run)
    let (changes, onMain) = (changes, environment.onMain)
    request(id, by: .plan(run.progress.target), from: origin, ticket: run.ticket) { [weak self] start in
      guard let self, note(start, press, run), case .accepted(let execution) = start else { return }
      run.progress.pressed(id)
      planDesk.lastEnd += 1
      let (number, onPress) = (planDesk.lastEnd, run.order.onPress)
      planDesk.ends[number] = execution.sink { [weak run, planDesk] completion in
        onMain {
          planDesk.ends[number] = nil
          run?.progress.ended(id)
          changes.tell()
          var press = press
          press.event = .ended(RunOutcome(completion))
          onPress(press)
        }
      } receiveValue: { _ in
      }
      changes.tell()
    }
  }

  /// A press that is about to be made.
  private func press(of id: String, _ run: PlanDesk.Run) -> PlanPress {
    PlanPress(
      id, .started, run: self[id]?.numberOfNextRun, question: self[id]?.definition.confirmation,
      answerer: run.answerers[id])
  }

  /// Tells what has come of a press: each start, also if the plan has ended meanwhile; of a plan that is
  /// performed also each refusal, but the same one, which may come at each change, only once. Returns whether
  /// it was accepted.
  private func note(_ start: Start, _ press: PlanPress, _ run: PlanDesk.Run) -> Bool {
    var press = press
    run.asked.remove(press.action)
    switch start {
    case .accepted:
      run.refusals[press.action] = nil
      run.hasMissedTurn = false
      run.order.onPress(press)
      return true
    case .refused(let reason), .unavailable(let reason, _):
      guard planDesk.runs[run.progress.target] === run,
        run.refusals.updateValue(reason, forKey: press.action) != reason
      else { return false }
      (press.event, press.run) = (.refused(reason), nil)
      run.order.onPress(press)
      // What has changed during the decision may be why it would be another one now.
      if run.hasMissedTurn { changes.tell() }
      run.hasMissedTurn = false
      return false
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
    let press = press(of: id, run)
    request(id, input: run.order.input, from: origin, ticket: run.ticket) { [weak self] start in
      guard let self else { return }
      _ = note(start, press, run)
      guard planDesk.runs[id] === run else { return }
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
