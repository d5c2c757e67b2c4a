package import Board
package import Boundary
internal import Cluster
package import SignalboxCore

/// The one place where guards are evaluated and work is started.
///
/// In a railway signal box the interlocking keeps a lever locked while pulling it would be unsafe. This one
/// reads the state of all jobs and starts a job in the same turn of the main actor, so that two presses
/// cannot both pass a guard that only one of them may pass. All front ends start work through it.
@MainActor
package final class Interlocking {
  /// The result of starting a job.
  package enum Start: Sendable {
    case accepted(Execution<Never>)
    /// It may not start now; the text explains why, without the name of the action.
    case refused(String)
    /// Other machines cannot be asked whether it may.
    case unavailable(String, mayPass: Bool)
  }

  package internal(set) var board: Board
  package let station: Station
  /// The jobs of the board, in its order, then jobs that are no longer on the board and still run.
  package private(set) var jobs: [Job] = []
  /// Incremented whenever `jobs` changes. Whatever was derived from `jobs` is stale then.
  package private(set) var jobsVersion = 0
  /// Called in a turn of the main actor after changes, once for all changes since the last call.
  package var onChange: () -> Void = {}

  /// Where starts by the clock come from.
  package var originOfRepeats = RunOrigin()

  /// True from a change until `onChange` is called for it.
  package var hasNews: Bool { changes.hasNews }
  /// The number of changes so far.
  var changeCount: Int { changes.count }

  /// Changes of jobs that wait for the end of a run, by the names of the actions.
  var pending: [String: PendingChange] = [:]
  let repeats: Repeats
  let boardStarts = BoardStarts()
  let watched = WatchedActions()
  /// Whether changed files start nothing, because no front end is there that lets them.
  package var ignoresFiles = false {
    didSet { attendFiles(repeats.isOn && !ignoresFiles) }
  }
  let ending = OrderlyEnd()
  let ports = BoardPorts()
  /// When the services have been ready again that others are restarted with.
  var returns = ReturnOfServices()
  /// Those that are restarted with others, by the names of the others.
  private(set) var followers: [String: [String]] = [:]
  /// The last time that the end of a run has stopped everything; nil if none has.
  package internal(set) var lastStop: BoardStop?
  let planRegistry = PlanRegistry()
  private let ages: AgeTimer
  /// The guards that front ends wait for.
  let awaited = AwaitedGuards()
  let stale: StaleResults
  let inputs: InputMonitor
  let changes: ChangeRelay
  package let environment: JobEnvironment
  /// The actions that are about to start by themselves when the files were looked at.
  var lookingToStart: Set<String> = []
  /// The starts that are about to be decided when the files were looked at.
  var lookingTickets: [StartTicket: Int] = [:]
  private var jobsByID: [String: Job] = [:]
  private var order = GuardOrder([])
  /// Whether every guard was evaluated once. After that, only those that are not constant remain in the
  /// order.
  private var isSettled = false
  /// The jobs that guards read.
  private var mentioned: [Job] = []
  /// The actions of other boards that guards read.
  private var remote: [String] = []

  /// - Parameter results: The results of earlier processes by the names of the actions, for a station whose
  ///   present time is the argument.
  package init(
    _ board: Board, environment: JobEnvironment,
    results: (_ now: Duration) -> [String: RememberedResult] = { _ in [:] }
  ) {
    self.board = board
    self.environment = environment
    station = Station(scheduler: environment.scheduler)
    repeats = Repeats(environment) { [station] in station.now }
    ages = AgeTimer(station.timeline, onMain: environment.onMain)
    stale = StaleResults(station.timeline, onMain: environment.onMain)
    inputs = InputMonitor(station, environment)
    let changes = ChangeRelay(MainTurn(post: environment.onMain))
    self.changes = changes
    changes.interlocking = self
    ages.onChange = { changes.tell() }
    stale.onDue = { changes.tell() }
    repeats.onBeat = { [weak self] in self?.repeatNow($0) }
    connectInputs()
    station.network.take(board.network)
    station.activity.state.observe(owner: self) { _ in changes.tell() }
    station.activity.activities.observe(owner: self) { _ in changes.tell() }
    station.errors.reports.observe(owner: self) { _ in changes.tell() }
    station.leftBehind.observe(owner: self) { changes.tell() }
    station.network.isVisible.observe(owner: self) { _ in changes.tell() }
    station.network.activeRequestCount.observe(owner: self) { _ in changes.tell() }
    let now = station.now
    let remembered = results(now)
    setJobs(
      board.actions.map { action in
        makeJob(
          action,
          record: remembered[action.id].map { result in
            var record = JobRecord(
              result, at: now, wallSeconds: environment.wallSeconds(),
              isKnownToGuards: board.remember.allows(age: result.age), staleAfter: action.staleAfter)
            if action.inputs != nil {
              record.inputs = result.inputs.map { inputs.restore(action.id, key: $0) }
            }
            return record
          })
      })
    evaluateGuards()
  }

  /// Creates a job, with the output and the record of an earlier one with the same name, if there are any.
  func makeJob(_ definition: ActionDefinition, output: OutputLog? = nil, record: JobRecord? = nil) -> Job {
    let job = Job(
      definition, revision: jobsVersion, station: station, environment: environment,
      output: output
        ?? OutputLog(OutputRing(lineLimit: environment.keptLines), seconds: environment.wallSeconds) {
          [changes] in changes.tell()
        },
      record: record ?? JobRecord(), onChange: { [changes] in changes.tell() })
    job.output.keep(in: definition.log)
    return job
  }

  func setJobs(_ jobs: [Job]) {
    self.jobs = jobs
    jobsByID = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
    followFacts()
    order = GuardOrder(jobs)
    followers = Self.followers(of: jobs)
    stale.watch(jobs)
    inputs.take(jobs.map(\.definition), of: board)
    isSettled = false
    jobsVersion += 1
  }

  /// Reads from now on what the guards of the jobs read, and those that are waited for.
  func followFacts() {
    let references = jobs.flatMap(\.definition.enabledIf.references) + awaited.references
    let names = Set(references.compactMap(\.actionName))
    mentioned = jobs.filter { names.contains($0.id) }
    remote = names.filter { $0.contains("/") }
    ages.watch(jobs.flatMap(\.definition.enabledIf.ageThresholds) + awaited.ageThresholds)
  }

  package subscript(id: String) -> Job? { jobsByID[id] }

  /// The connection with the boxes of other machines; nil if the board shares nothing, or nobody has joined.
  package internal(set) var cluster: ClusterLink?
  /// Those of clusters that the board has left. Each stays until the runs have ended that began there.
  var formerClusters: [ClusterLink] = []
  /// Whether this process takes part in the cluster of its board.
  var hasJoined = false
  /// The cluster in which it takes part.
  var joined: ClusterDefinition?
  /// What observes the ends of shared runs.
  var sharedEnds: [RunID: any Cancellable] = [:]

  /// The verdict of the guard of a job, as of the last change.
  package func verdict(on id: String) -> Verdict { jobsByID[id]?.verdict ?? .passes }

  /// The guard of a job and the values of its facts; nil if there is no such job.
  package func why(_ id: String) -> Explanation? {
    guard let job = jobsByID[id] else { return nil }
    let guarded = job.definition.enabledIf
    evaluateGuards()
    let status = ActionStatus(job, on: self)
    let facts = facts(at: station.ageTime)
    let live = guarded.references.map { fact in
      isUnasked(fact)
        ? Explanation.LiveFact(name: "\(fact)", value: "not asked")
        : facts.live(fact, because: staleness(of: fact))
    }
    var explanation = Explanation(
      needs: guarded.text, verdict: status.verdict, facts: live, refusal: status.refusal)
    explanation.dependsOnOthers = certainty(about: job)?.dependsOnOthers ?? (job.definition.shared != nil)
    explanation.parts = guarded.parts(in: facts)
    explanation.origin = board.origins[id]?.shown
    explanation.interval = job.definition.every
    explanation.nextRepeat = repeats.next(id)
    // Ages are measured on a clock of their own, which also runs while the computer sleeps.
    explanation.resultTime = job.moment.record.resultTime.map { station.now - (station.ageTime - $0) }
    return explanation
  }

  /// Starts a job, if its guard and its policy allow that now.
  /// - Parameter input: What is entered for it; nil for nothing.
  @discardableResult
  package func start(
    _ id: String, input: InputValues? = nil, by cause: StartCause = .person,
    from origin: RunOrigin = RunOrigin()
  ) -> Start {
    carryOutPendingChanges()
    guard let job = jobsByID[id] else { return .refused("there is no such action") }
    if let stop = presentStop { return .refused(stop.reason) }
    if job.definition.shared != nil { return .refused(ClusterLink.needsAnswer) }
    // What has held until now has held, however soon the run ends it.
    if !awaited.isEmpty { evaluateGuards() }
    if let refusal = refusal(of: job, input: input) { return .refused(refusal) }
    // What starts by itself says what is wrong by failing.
    if let refusal = portRefusal(of: job), cause.isWish { return .refused(refusal) }
    if cause.isWish { watched.resume(id) }
    var request = RunRequest(input: input, cause: cause, origin: origin, ports: ports(of: job))
    request.describingFile = board.origins[id]?.shownFile
    let execution = job.start(request)
    tellBeginning(of: job, by: cause)
    return .accepted(execution)
  }

  private func refusal(of job: Job, input: InputValues?) -> String? {
    evaluateGuard(of: job)
    return ActionStatus(job, on: self).refusal(input: input)
  }

  /// Cancels a job, and kills the commands of it that are being stopped already. Its snapshot reports when it
  /// has ended.
  package func cancel(_ id: String) {
    withdraw(id)
    jobsByID[id]?.cancel(killsStopping: true)
  }

  /// Why a restart of a job would be refused now; nil if its present runs can be cancelled for it.
  func refusalToRestart(_ job: Job, input: InputValues?) -> String? {
    if let stop = presentStop { return stop.reason }
    evaluateGuard(of: job)
    return ActionStatus(job, on: self).refusal(input: input, restarts: true)
  }

  /// Cancels all running jobs at once, in no order.
  package func cancelAll() {
    for cluster in clusters { cluster.withdraw { _ in true } }
    for job in jobs where job.moment.isRunning { job.cancel() }
  }

  /// The jobs that have not ended.
  package var running: [Job] { jobs.filter { $0.moment.isRunning } }

  /// Returns when all jobs have ended, their output is in its files, what they have left running is ended,
  /// and the other machines know that this one leaves, or cannot be told.
  package func waitUntilEnded() async {
    await waitUntilWorkHasEnded()
    await sayFarewell()
  }

  /// Returns when all jobs have ended, their output is in its files, what they have left running is ended,
  /// and the other machines know of the ends of the shared ones, or cannot be told.
  package func waitUntilWorkHasEnded() async {
    for job in jobs { await job.waitUntilEnded() }
    await station.leftBehind.end()
    for job in jobs { await job.output.flush() }
    updateInputs()
    await inputs.waitUntilKept()
    if owesNews { await sayFarewell() }
  }

  /// Whether other machines do not know yet how a shared run of this one has ended.
  package var owesNews: Bool { clusters.contains(where: \.owesNews) }

  /// Tells the other machines that this one leaves. Returns when they know, or after some seconds.
  package func sayFarewell() async {
    await withTaskGroup(of: Void.self) { group in
      for cluster in clusters { group.addTask { await cluster.leave() } }
    }
  }

  /// Processes changes, in a turn of the main actor.
  func changesCame() {
    carryOutPendingChanges()
    endStaleResults()
    reportShared()
    updateInputs()
    evaluateGuards()
    stopIfCalled()
    restartWithOthers()
    continueEnding()
    startDue()
    startChanged()
    continuePlans()
    onChange()
  }

  /// The present facts.
  var presentFacts: BoardFacts { facts(at: station.ageTime) }

  /// The facts, all at the same time.
  func facts(at time: Duration) -> BoardFacts {
    let own = mentioned.map { ($0.id, facts(of: $0, at: time)) }
    let others = remote.compactMap { address in cluster?.facts(of: address).map { (address, $0) } }
    return BoardFacts(
      actions: Dictionary(uniqueKeysWithValues: own + others),
      networkIsBusy: station.network.activeRequestCount.data > 0,
      hasErrors: station.errors.reports.data.contains { $0.source != .cluster })
  }

  func facts(of job: Job, at time: Duration) -> ActionFacts {
    var facts = job.moment.facts(at: time)
    // A timer can be late, as when the machine has slept.
    if let limit = job.definition.staleAfter, let age = facts.age, age >= limit, facts.hasSucceeded == true {
      (facts.hasSucceeded, facts.hasFailed) = (false, true)
    }
    if let freshness = freshness(of: job) {
      facts.take(freshness, isServing: job.definition.service != nil && facts.isRunning == true)
    }
    if job.definition.shared != nil { facts.share(cluster?.facts(of: job.id)) }
    // The guards of the old and the new board together may form a cycle. A job that is never enabled breaks
    // it.
    if pending[job.id] != nil { facts.isEnabled = false }
    return facts
  }

  /// Whether a job is shared, and the other machines do not answer what has become of it.
  func isSilent(about job: Job) -> Bool {
    guard job.definition.shared != nil, let cluster else { return false }
    return cluster.facts(of: job.id) == nil
  }

  /// Evaluates the guards against the facts of one moment, in one pass: a verdict changes only `.enabled` of
  /// the actions that have the guard, and the guards that read it come later.
  func evaluateGuards() {
    inputs.readNotices()
    if isSettled && order.entries.isEmpty && awaited.isEmpty { return }
    let time = station.ageTime
    var facts = facts(at: time)
    for entry in order.entries {
      let verdict = entry.guarded.evaluate(facts)
      for job in entry.jobs where judge(job, verdict) && facts.actions[job.id] != nil {
        facts.actions[job.id] = self.facts(of: job, at: time)
      }
    }
    ages.set(facts, at: station.now)
    defer { answerAwaited(facts, at: time) }
    guard !isSettled else { return }
    isSettled = true
    order.removeConstants()
  }

  /// Evaluates the guard of one job against the facts of this moment. The guards of others follow, when the
  /// change that they wait for is processed.
  private func evaluateGuard(of job: Job) {
    let guarded = job.definition.enabledIf
    guard guarded.enabledActions.isEmpty else { return evaluateGuards() }
    inputs.readNotices()
    _ = judge(job, guarded.evaluate(presentFacts))
  }

  /// Returns whether the job may start now and could not before, or the other way round.
  private func judge(_ job: Job, _ verdict: Verdict) -> Bool {
    job.take(
      verdict,
      isReleased: verdict.isPassing && (job.definition.shared == nil || cluster?.allows(job.id) == true))
  }
}
