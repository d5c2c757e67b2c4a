internal import Board
internal import Boundary
internal import Programs
internal import SignalboxCore

/// The plans that this box performs, and those that have stopped.
@MainActor
final class PlanRegistry {
  /// A plan that is performed.
  @MainActor
  final class Run {
    let order: StartOrder
    let ticket: StartTicket
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
      _ order: StartOrder, _ ticket: StartTicket, since: Duration, _ progress: PlanProgress,
      onStart: @escaping @MainActor (Interlocking.Start) -> Void
    ) {
      (self.order, self.ticket, self.since) = (order, ticket, since)
      (self.progress, self.onStart) = (progress, onStart)
    }
  }

  /// A plan that begins when it is derived.
  struct Beginning {
    let action: String
    let onAnswer: @MainActor (_ refusal: String?) -> Void
  }

  var runs: [String: Run] = [:]
  var beginnings: [StartTicket: Beginning] = [:]
  /// Why no plan begins any more; nil if plans do.
  var end: String?
  let derivations = PlanDerivations()
  /// What observes the ends of steps, which may come after the end of their plan.
  var ends: [UInt64: any Cancellable] = [:]
  var lastEnd: UInt64 = 0
  var stopped: [String: PlanStatus] = [:]

  /// The most plans that a box performs.
  static let limit = 16

  nonisolated init() {}
}

extension Interlocking {
  /// Whether a plan is performed, or about to be.
  package var hasRunningPlans: Bool { !planRegistry.runs.isEmpty || !planRegistry.beginnings.isEmpty }

  /// The plans that are performed or have stopped, in the order of the board.
  var plans: [PlanStatus] {
    guard hasRunningPlans || !planRegistry.stopped.isEmpty else { return [] }
    return jobs.compactMap { job in
      planRegistry.runs[job.id].map { status(of: $0) } ?? planRegistry.stopped[job.id]
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

  func status(of run: PlanRegistry.Run) -> PlanStatus {
    var status = PlanStatus()
    status.action = run.progress.target
    status.question = self[status.action]?.definition.confirmation
    status.asks = run.progress.asksForTarget
    status.digest = run.order.plan ?? ""
    (status.starter, status.since) = (run.order.starter?.name, run.since)
    status.steps = run.progress.entries.map { entry in
      var step = PlanStatus.Step(entry.step) { self.usualDuration(of: $0) }
      step.state = entry.state
      return step
    }
    return status
  }

  /// All that the plan of a run depends on, at this moment; nil if there is no such action. Guards change
  /// only with the jobs, so they are numbered once.
  func planMoment(of run: PlanRegistry.Run) -> PlanMoment? {
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
    (action.isEnding, action.keepsResult) = (moment.isCancelling, moment.record.runs.keepsResult)
    action.hasFailedToStart = moment.record.notReady != nil
    action.hasUnknownResult = freshness(of: job)?.isBeingRead == true || isSilent(about: job)
    return action
  }
}
