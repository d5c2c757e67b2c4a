public import Board
public import SignalboxCore

/// The one place where guards are evaluated and work is started.
///
/// In a railway signal box the interlocking keeps a lever locked while pulling it would be unsafe. This one reads the
/// present state of all jobs and starts in the same turn of the main actor, so that two presses cannot both pass a guard
/// that only one may. Panel and headless front ends start work by it and by nothing else.
@MainActor
public final class Interlocking {
  /// What came of the wish to start a job.
  public enum Start: Sendable {
    case accepted(Execution<Never>)
    /// It may not start now; the text says why, without the name of the action.
    case refused(String)
  }

  public internal(set) var board: Board
  public let station: Station
  /// The jobs of the board, in its order, and then those that it has no more and that still run.
  public private(set) var jobs: [Job] = []
  /// How often there have been other jobs: what was made from them is out of date when this has changed.
  public private(set) var jobsVersion = 0
  /// Called in a turn of the main actor after any change, once for all that changed since the last call.
  public var onChange: () -> Void = {}

  /// True from the moment that a change was told until `onChange` is called for it.
  public var hasNews: Bool { changes.hasNews }

  /// What waits for the end of a run.
  var pending: [String: PendingChange] = [:]
  let repeats: Repeats
  let changes: ChangeRelay
  let environment: JobEnvironment
  private var jobsByID: [String: Job] = [:]
  /// The jobs whose guards are evaluated, each after those whose `.enabled` its guard reads: one pass settles all.
  private var inOrder: [Job] = []
  /// Whether every guard was evaluated once. A guard that reads no fact keeps its verdict and leaves the order.
  private var isSettled = false
  /// The jobs that guards ask about.
  private var mentioned: [Job] = []
  private var verdicts: [String: Verdict] = [:]

  public init(_ board: Board, environment: JobEnvironment) {
    self.board = board
    self.environment = environment
    station = Station(scheduler: environment.scheduler)
    repeats = Repeats(environment)
    let changes = ChangeRelay(MainTurn(post: environment.onMain))
    self.changes = changes
    changes.interlocking = self
    repeats.onBeat = { [weak self] in self?.repeatNow($0) }
    station.network.take(board.network)
    station.activity.state.observe(owner: self) { _ in changes.tell() }
    station.activity.activities.observe(owner: self) { _ in changes.tell() }
    station.errors.reports.observe(owner: self) { _ in changes.tell() }
    station.network.isVisible.observe(owner: self) { _ in changes.tell() }
    station.network.activeRequestCount.observe(owner: self) { _ in changes.tell() }
    setJobs(board.actions.map { makeJob($0) })
    evaluateGuards()
  }

  /// A job with all that belongs to one of the same name, or with nothing yet.
  func makeJob(_ definition: ActionDefinition, output: OutputLog? = nil, record: JobRecord? = nil) -> Job {
    let job = Job(
      definition, station: station, environment: environment,
      output: output
        ?? OutputLog(OutputRing(lineLimit: environment.keptLines), seconds: environment.wallSeconds) {
          [changes] in changes.tell()
        },
      record: record ?? JobRecord())
    job.snapshot.observe(owner: self) { [changes] _ in changes.tell() }
    return job
  }

  func setJobs(_ jobs: [Job]) {
    self.jobs = jobs
    jobsByID = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
    verdicts = verdicts.filter { jobsByID[$0.key] != nil }
    let names = Set(jobs.flatMap { $0.definition.enabledIf.references.compactMap(\.actionName) })
    mentioned = jobs.filter { names.contains($0.id) }
    inOrder = EnabledOrder(
      of: jobs.map(\.id),
      dependencies: Dictionary(
        uniqueKeysWithValues: jobs.map { job in
          (job.id, job.definition.enabledIf.references.compactMap(\.enabledAction))
        })
    ).ids.compactMap { jobsByID[$0] }
    isSettled = false
    jobsVersion += 1
  }

  public subscript(id: String) -> Job? { jobsByID[id] }

  /// Whether the guard of a job holds it, as of the last change.
  public func verdict(on id: String) -> Verdict { verdicts[id] ?? .passes }

  /// What the guard of a job needs and what there is of it now; nil when there is no such job.
  public func why(_ id: String) -> Explanation? {
    guard let job = jobsByID[id] else { return nil }
    let guarded = job.definition.enabledIf
    let refusal = refusal(of: job, input: job.definition.buttons.first?.input)
    let facts = facts
    return Explanation(
      needs: guarded.text, verdict: verdict(on: id), facts: guarded.references.map(facts.live),
      refusal: refusal)
  }

  /// Starts a job, if its guard and its policy let it start at this moment.
  /// - Parameter input: What the command finds in `INPUT`; one of those of its buttons, where it has several.
  @discardableResult
  public func start(_ id: String, input: String? = nil, by cause: StartCause = .person) -> Start {
    carryOutPendingChanges()
    guard let job = jobsByID[id] else { return .refused("there is no such action") }
    if let refusal = refusal(of: job, input: input) { return .refused(refusal) }
    return .accepted(job.start(input: input, by: cause))
  }

  /// Why a job would not start now, without the name of the action; nil when it would.
  public func refusal(toStart id: String, input: String? = nil) -> String? {
    guard let job = jobsByID[id] else { return "there is no such action" }
    return refusal(of: job, input: input)
  }

  private func refusal(of job: Job, input: String?) -> String? {
    if let change = pending[job.id] { return change.refusal }
    let inputs = job.definition.buttons.map(\.input)
    guard inputs.isEmpty || inputs.contains(where: { $0 == input }) else {
      return "needs an input: \(inputs.joined(separator: ", "))"
    }
    evaluateGuards()
    let verdict = verdict(on: job.id)
    guard verdict.isPassing else { return "\(verdict)" }
    let snapshot = job.moment
    if snapshot.state.enabled { return nil }
    if snapshot.isCancelling { return "is being cancelled" }
    return switch job.definition.whileRunning {
    case .reject, .restart: "is running"
    case .queue: "is running, with \(snapshot.state.waiting) waiting"
    case .concurrent: "is running \(snapshot.state.running) times"
    }
  }

  /// Asks a job to end; it has ended when its snapshot says so.
  public func cancel(_ id: String) { jobsByID[id]?.cancel() }

  /// Asks all jobs to end.
  public func cancelAll() {
    for job in jobs where job.moment.isRunning { job.cancel() }
  }

  /// The jobs that have not ended.
  public var running: [Job] { jobs.filter { $0.moment.isRunning } }

  /// Returns when all jobs have ended.
  public func waitUntilEnded() async {
    for job in jobs { await job.waitUntilEnded() }
  }

  /// Brings everything up to date after changes, in a turn of the main actor.
  func changesCame() {
    carryOutPendingChanges()
    evaluateGuards()
    onChange()
  }

  /// This moment.
  private var facts: BoardFacts {
    BoardFacts(
      actions: Dictionary(uniqueKeysWithValues: mentioned.map { ($0.id, facts(of: $0)) }),
      networkIsBusy: station.network.activeRequestCount.data > 0,
      hasErrors: station.errors.current.data != nil)
  }

  private func facts(of job: Job) -> ActionFacts {
    var facts = job.moment.facts
    // The guards of two boards could wait for each other in a circle; no circle passes by what is never enabled.
    if pending[job.id] != nil { facts.isEnabled = false }
    return facts
  }

  /// Evaluates the guards against one moment, in one pass: a verdict changes only `.enabled` of its own action, and the
  /// guards that read it come later.
  func evaluateGuards() {
    if isSettled && inOrder.isEmpty { return }
    var facts = facts
    for job in inOrder {
      let verdict = job.definition.enabledIf.evaluate(facts)
      verdicts[job.id] = verdict
      guard job.isReleased.data != verdict.isPassing else { continue }
      job.isReleased.data = verdict.isPassing
      facts.actions[job.id] = self.facts(of: job)
    }
    guard !isSettled else { return }
    isSettled = true
    inOrder.removeAll { $0.definition.enabledIf.references.isEmpty }
  }
}

extension GuardFact {
  /// The action that it is about, if any.
  fileprivate var actionName: String? {
    if case .action(let id, _) = self { id } else { nil }
  }
}
