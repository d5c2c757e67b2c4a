package import Board
package import Boundary
internal import Configuration
internal import Processes
package import Programs
internal import SignalboxCore
package import TerminalUI

/// The board of a box at work: its situation, and what front ends request of it.
@MainActor
package final class HostedBoard {
  package let interlocking: Interlocking
  package var onChange: @MainActor () -> Void = {}
  package var onNotice: @MainActor (Notice) -> Void = { _ in }
  /// What watches the file of the board; released when the front end leaves.
  package var boardWatch: AnyObject?

  private var present: Situation
  /// The number of the last reading of the situation: each situation that is not the one before has a greater
  /// number.
  package private(set) var readingCount = 0
  private var isStale = true
  /// The number of changes that the last reading knows.
  private var readChanges = 0
  private var reload = Situation.Reload()
  private var boardMistakes: [Diagnostic] = []
  /// Why results cannot be kept, in a sentence; nil if they can.
  package var trouble: String? { didSet { if trouble != oldValue { changed() } } }
  /// What agents ask people.
  package var petitions: [Petition] = [] { didSet { if petitions != oldValue { changed() } } }
  private var notices: NoticeSender?
  private var alerts: AlertSender?
  private var follower:
    (
      needsEveryLine: @Sendable (_ action: String) -> Bool,
      onLines: @Sendable (_ lines: [OutputLine], _ action: ActionStatus) -> Void
    )?
  /// The `jobsVersion` for which the follower was set.
  private var followedVersion = 0
  private var executions: [StartTicket: (action: String, execution: Execution<Never>)] = [:]
  private var ends: [StartTicket: any Cancellable] = [:]
  private var lastTicket: UInt64 = 0
  private var visits: [VisitTicket: (job: Job, visit: TerminalVisit)] = [:]
  private var restarts = PendingRestarts()
  /// The number of the last stop of everything that was seen.
  private var lastStop = 0
  private let usage: UsageReader
  /// The questions of plans that were announced.
  private var announced: Set<Asked> = []

  private struct Asked: Hashable {
    let plan, action, question: String
  }

  package init(_ interlocking: Interlocking) {
    self.interlocking = interlocking
    present = Situation(title: interlocking.board.title)
    usage = UsageReader(interlocking.station, interlocking.environment)
    interlocking.onChange = { [weak self] in self?.changed() }
  }

  // MARK: Reading

  package var situation: Situation {
    if isStale || interlocking.changeCount != readChanges { read() }
    return present
  }

  package var now: Duration { interlocking.station.now }

  package func output(of action: String) -> OutputRing {
    interlocking[action]?.output.snapshot() ?? OutputRing()
  }

  package func history(of action: String) -> RunHistory {
    interlocking[action]?.moment.record.history ?? RunHistory()
  }

  package func explain(_ action: String, _ answer: @escaping @MainActor (Explanation?) -> Void) {
    guard let explanation = interlocking.why(action) else { return answer(nil) }
    usage.read(interlocking[action]?.leaders ?? []) { usage, time in
      var explanation = explanation
      explanation.usage = usage
      explanation.usage?.time = time
      answer(explanation)
    }
  }

  /// Tells when a guard holds. Returns nil if it was answered at once.
  package func awaitGuard(_ order: HoldOrder) -> HoldTicket? { interlocking.awaitGuard(order) }

  package func forget(_ ticket: HoldTicket) { interlocking.forget(ticket) }
  package func plan(_ action: String, _ answer: @escaping @MainActor (PlanStatus?) -> Void) {
    interlocking.plan(for: action, answer)
  }

  package func answer(_ order: PlanAnswerOrder) {
    isStale = true
    order.onAnswer(interlocking.answerPlan(order))
  }

  package func find(_ text: String, _ answer: @escaping @MainActor (OutputSearch) -> Void) {
    let outputs = interlocking.jobs.map { ($0.id, $0.output.snapshot()) }
    let environment = interlocking.environment
    // Many lines, or an expression that backtracks, take long.
    Task.detached(executorPreference: environment.executor) {
      let search = OutputSearch(text, in: outputs, until: .now + OutputSearch.timeLimit)
      environment.onMain { answer(search) }
    }
  }

  /// The kept lines of an action that have ended.
  /// - Parameters:
  ///   - from: The number of the first line that is wanted.
  ///   - run: The number of a run; -1 for the newest, -2 for the one before it; nil for all.
  package func lines(of action: String, from: Int, run: Int?) -> KeptLines {
    guard let job = interlocking[action] else { return KeptLines() }
    let kept = KeptLines(job.output.endedLines, history(of: action), from: from, run: run)
    guard kept.isLost, let earlier = interlocking.environment.linesOfEarlierRuns(job.definition),
      earlier.run == kept.run
    else { return kept }
    return earlier.from(from)
  }

  private func read() {
    isStale = false
    readingCount += 1
    // What a start locks is locked in the same picture, and not after the turn that the change waits for.
    if interlocking.hasNews { interlocking.evaluateGuards() }
    readChanges = interlocking.changeCount
    present = Situation(interlocking)
    present.reload = reload
    present.boardMistakes = boardMistakes
    present.trouble = trouble
    present.petitions = petitions
    guard !restarts.isEmpty else { return }
    for index in present.actions.indices {
      present.actions[index].startsAgain = restarts.contains(present.actions[index].id)
    }
  }

  private func changed() {
    isStale = true
    if followedVersion != interlocking.jobsVersion { setFollower() }
    if let stop = interlocking.lastStop, stop.number > lastStop {
      lastStop = stop.number
      refuse(restarts.removeAll { _ in true })
    }
    startAgain()
    announceQuestions()
    alerts?.update()
    onChange()
  }

  /// What plans ask is announced in every panel, once.
  private func announceQuestions() {
    guard notices != nil, interlocking.hasRunningPlans || !announced.isEmpty else { return }
    let asked = interlocking.plans.flatMap { plan in
      plan.askedNow.map { Asked(plan: plan.action, action: $0.action, question: $0.question) }
    }
    for asked in asked where !announced.contains(asked) {
      let title = interlocking[asked.action]?.definition.title ?? asked.action
      onNotice(
        Notice(
          action: asked.action, title: title, change: .asks, message: asked.question,
          policy: NotifyPolicy([.asks], ringsBell: true)))
    }
    announced = Set(asked)
  }

  // MARK: Requests

  package func start(_ order: StartOrder) {
    if order.ifStale { return startIfStale(order) }
    if order.plan != nil { return startByPlan(order) }
    if let refusal = refusalToConfirm(order) { return order.onAnswer(.refused(refusal)) }
    if order.restarts, let job = interlocking[order.action], job.moment.isRunning {
      return restart(job, order)
    }
    var origin = RunOrigin(of: order, onMain: interlocking.environment.onMain)
    origin.onBegin = order.onBegin.map { announcement(of: $0) }
    let expected = interlocking[order.action]?.numberOfNextRun
    let ticket = nextTicket()
    order.onTicket(ticket)
    interlocking.request(order.action, input: order.input, from: origin, ticket: ticket) {
      [weak self] start in
      guard let self else { return }
      switch start {
      case .refused(let reason): order.onAnswer(.refused(reason))
      case .unavailable(let reason, let mayPass): order.onAnswer(.unavailable(reason, mayPass: mayPass))
      case .accepted(let execution):
        isStale = true
        executions[ticket] = (order.action, execution)
        if let expected { order.onRun(expected) }
        order.onAnswer(.accepted(ticket))
        observeEnd(of: execution, ticket, order.onEnd)
      }
    }
  }

  /// Starts an action unless its last success is fresh.
  private func startIfStale(_ order: StartOrder) {
    interlocking.askWhetherFresh(order.action) { [weak self] words in
      if let words { return order.onAnswer(.upToDate(words)) }
      guard let self else { return order.onAnswer(.refused("the box has ended")) }
      var order = order
      order.ifStale = false
      start(order)
    }
  }

  /// Performs the plan that was shown, and starts the action when that has unlocked it.
  private func startByPlan(_ order: StartOrder) {
    let ticket = nextTicket()
    order.onTicket(ticket)
    interlocking.beginPlan(order, ticket) { [weak self] refusal in
      self?.isStale = true
      order.onAnswer(refusal.map { .refused($0) } ?? .accepted(ticket))
    } onStart: { [weak self] start in
      guard let self, case .accepted(let execution) = start else { return }
      isStale = true
      executions[ticket] = (order.action, execution)
      observeEnd(of: execution, ticket, order.onEnd)
    }
  }

  /// Passes on the first beginning of the work of a run, in a turn of the main actor.
  private func announcement(of begin: @escaping @MainActor () -> Void) -> @Sendable () -> Void {
    let onMain = interlocking.environment.onMain
    let hasBegun = Locked(false)
    return {
      if hasBegun.set() { onMain(begin) }
    }
  }

  /// Cancels the present runs, and starts the action when they have ended.
  private func restart(_ job: Job, _ order: StartOrder) {
    if let refusal = interlocking.refusalToRestart(job, input: order.input) {
      return order.onAnswer(.refused(refusal))
    }
    guard restarts.insert(order) else {
      return order.onAnswer(.refused("is being restarted already"))
    }
    isStale = true
    job.cancel()
  }

  private func startAgain() {
    for order in restarts.removeAll(where: { interlocking[$0]?.moment.isRunning != true }) { start(order) }
  }

  /// Why a start is refused that needs another confirmation than the order has; nil if it does not.
  private func refusalToConfirm(_ order: StartOrder) -> String? {
    guard let question = interlocking[order.action]?.definition.confirmation, question != order.confirmed
    else { return nil }
    return order.confirmed == nil
      ? "it asks \"\(question)\", which was not confirmed"
      : "it asks \"\(question)\" now, and something else was confirmed"
  }

  private func nextTicket() -> StartTicket {
    lastTicket += 1
    return StartTicket(lastTicket)
  }

  private func observeEnd(
    of execution: Execution<Never>, _ ticket: StartTicket, _ onEnd: @escaping @MainActor (RunOutcome) -> Void
  ) {
    let onMain = interlocking.environment.onMain
    let end = execution.sink { [weak self] completion in
      onMain {
        self?.executions[ticket] = nil
        self?.ends[ticket] = nil
        onEnd(RunOutcome(completion))
      }
    } receiveValue: { _ in
    }
    // A run that has ended already is removed in a later turn.
    ends[ticket] = end
  }

  package func cancel(_ target: CancelTarget) {
    isStale = true
    switch target {
    case .action(let id):
      refuse(restarts.removeAll { $0 == id })
      interlocking.cancel(id)
    case .plan(let id): interlocking.cancelPlan(id, because: nil)
    case .start(let ticket):
      interlocking.cancelPlan(ticket)
      interlocking.withdraw(ticket)
      executions[ticket]?.execution.cancel()
    }
  }

  /// Restarts that will not take place any more.
  private func refuse(_ pending: [StartOrder]) {
    for order in pending { order.onAnswer(.refused("was cancelled before it was started again")) }
  }

  /// - Parameter name: Who enters, as the one is told who was there before; nil if that is not known.
  package func enter(_ order: EnterOrder, by name: String?) -> VisitTicket {
    let ticket = VisitTicket(nextTicket().number)
    let onMain = interlocking.environment.onMain
    let visit = TerminalVisit(
      channel: order.channel, size: order.size, name: name, terminal: order.terminal,
      clearsScreen: order.clearsScreen, onStart: { onMain(order.onStart) },
      onEnd: { [weak self] end in
        onMain {
          self?.visits[ticket] = nil
          order.onEnd(end)
        }
      })
    guard let job = interlocking[order.action] else {
      visit.end(.refused("is not on the board any more"))
      return ticket
    }
    visits[ticket] = (job, visit)
    job.enter(visit)
    return ticket
  }

  package func resize(_ visit: VisitTicket, to size: Size) {
    if let (job, visit) = visits[visit] { job.resize(to: size, for: visit) }
  }

  package func leave(_ visit: VisitTicket) {
    if let (job, visit) = visits[visit] { job.leave(visit) }
  }

  package func answer(_ order: AnswerOrder) {
    guard let job = interlocking[order.action] else {
      return order.onAnswer("is not on the board any more")
    }
    let onMain = interlocking.environment.onMain
    job.answer(order.question, with: order.text) { refusal in onMain { order.onAnswer(refusal) } }
  }

  package func takeOver(_ order: TakeOverOrder) { interlocking.takeOver(order) }

  package func dismiss(_ problem: Situation.Problem.ID) {
    let errors = interlocking.station.errors
    guard let report = errors.reports.data.first(where: { $0.id == problem }) else { return }
    errors.dismiss(report)
    if report.source == .cluster { interlocking.acknowledgeLoss() }
  }

  /// Passes lines that actions print from now on.
  /// - Parameters:
  ///   - needsEveryLine: False for an action of which only remarks are needed, which are never left out;
  ///     other lines may be.
  ///   - onLines: Called with the lines of one action and a moment of it at which they had been printed, on
  ///     the thread that has read them, without holding a lock. All output waits while it runs.
  package func follow(
    needsEveryLine: @escaping @Sendable (_ action: String) -> Bool,
    onLines: @escaping @Sendable (_ lines: [OutputLine], _ action: ActionStatus) -> Void
  ) {
    follower = (needsEveryLine, onLines)
    setFollower()
  }

  /// Passes no lines to a follower from now on.
  package func stopFollowing() {
    follower = nil
    for job in interlocking.jobs { job.output.stopFollowing() }
  }

  private func setFollower() {
    followedVersion = interlocking.jobsVersion
    guard let follower else { return }
    for job in interlocking.jobs {
      job.output.follow(needsEveryLine: follower.needsEveryLine(job.id)) { [weak job] lines in
        if let job { follower.onLines(lines, ActionStatus(job)) }
      }
    }
  }

  // MARK: Life

  /// From now on takes part in the cluster of the board, if it has one.
  package func joinCluster() { interlocking.joinCluster() }

  /// From now on follows the inputs of actions.
  package func followInputs() { interlocking.followInputs() }

  /// Takes in which inputs were written until now.
  package func readNotices() { interlocking.inputs.readNotices() }

  /// Looks at the inputs of actions once.
  package func lookAtInputs() async { await interlocking.lookAtInputs() }

  package func repeatActions() { interlocking.startRepeats() }

  package func setWatching(_ isOn: Bool) { interlocking.setWatching(isOn) }

  /// From now on runs the commands of notices, passes notices to ``onNotice``, and sends errors to the
  /// Alertmanager of the board.
  package func deliverNotices() {
    if notices == nil { notices = NoticeSender(interlocking) { [weak self] in self?.onNotice($0) } }
    if alerts == nil { alerts = AlertSender(interlocking) }
  }

  /// Ends everything, and the part that this board has in a cluster.
  package func endAll(_ whenEnded: @escaping @MainActor () -> Void) {
    endWork {
      Task {
        await self.interlocking.sayFarewell()
        whenEnded()
      }
    }
  }

  /// Cancels some starts, and what was started with the board, so that what a guard needs ends after what
  /// needs it.
  /// - Parameter includesBoardStarts: Whether what was started with the board is cancelled, too.
  package func endInOrder(_ tickets: Set<StartTicket>, includesBoardStarts: Bool) {
    isStale = true
    var runs: [OrderlyEnd.Run] = []
    for ticket in tickets {
      interlocking.withdraw(ticket)
      interlocking.cancelPlan(ticket)
      if let started = executions[ticket] { runs.append(.init(started.action, started.execution)) }
    }
    if includesBoardStarts {
      runs += interlocking.boardStarts.takeStarted().map { OrderlyEnd.Run($0.key, $0.value) }
    }
    interlocking.end(runs)
  }

  /// Starts nothing any more, and cancels everything: what a guard needs after what needs it. Other machines
  /// are not told that this one leaves, unless they have to know how a run has ended.
  /// - Parameter isHasty: Whether everything is cancelled at once.
  package func endWork(isHasty: Bool = false, _ whenEnded: @escaping @MainActor () -> Void) {
    boardWatch = nil
    refuse(restarts.removeAll { _ in true })
    interlocking.stopRepeats()
    interlocking.endPlans(because: "the box ends")
    notices?.close()
    alerts?.close()
    if isHasty { interlocking.cancelAll() } else { interlocking.endAll() }
    Task {
      await interlocking.waitUntilWorkHasEnded()
      await notices?.waitUntilEnded()
      whenEnded()
    }
  }

  // MARK: The board file

  /// Replaces the board without stopping running jobs.
  package func take(_ board: Board) {
    let difference = interlocking.take(board)
    reload = Situation.Reload(
      count: reload.count + 1, difference: "\(difference)",
      postponed: interlocking.jobs.count { interlocking.pendingChange(of: $0.id) != nil })
    boardMistakes = []
    changed()
  }

  /// Shows the mistakes of a board file that was rejected. The current board stays in use.
  package func refuse(_ error: BoardError) {
    boardMistakes = error.diagnostics
    changed()
  }
}
