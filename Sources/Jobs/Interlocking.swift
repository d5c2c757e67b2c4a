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

  public let board: Board
  public let station: Station
  /// The jobs of the board, in its order.
  public let jobs: [Job]
  /// Called in a turn of the main actor after any change, once for all that changed since the last call.
  public var onChange: () -> Void = {}

  private let environment: JobEnvironment
  private let jobsByID: [String: Job]
  /// The jobs whose guards ask about something. What the others say never changes.
  private let guarded: [Job]
  /// The jobs that guards ask about.
  private let mentioned: [Job]
  private var repeats: [any Cancellable] = []
  private var verdicts: [String: Verdict] = [:]
  private let turn: MainTurn

  public init(_ board: Board, environment: JobEnvironment) {
    self.board = board
    self.environment = environment
    let station = Station(scheduler: environment.scheduler)
    station.network.startDelay = board.network.startDelay
    station.network.completionDelay = board.network.completionDelay
    station.network.minimumVisibleTime = board.network.minimumVisible
    self.station = station
    let turn = MainTurn(post: environment.onMain)
    self.turn = turn
    let changed = ChangeRelay(turn)
    jobs = board.actions.map { definition in
      Job(
        definition, station: station, environment: environment,
        output: OutputLog { changed.tell() })
    }
    jobsByID = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
    guarded = jobs.filter { !$0.definition.enabledIf.references.isEmpty }
    let names = Set(guarded.flatMap { $0.definition.enabledIf.references.compactMap(\.actionName) })
    mentioned = jobs.filter { names.contains($0.id) }
    changed.interlocking = self
    for job in jobs { job.snapshot.observe(owner: self) { _ in changed.tell() } }
    station.activity.state.observe(owner: self) { _ in changed.tell() }
    station.activity.activities.observe(owner: self) { _ in changed.tell() }
    station.errors.reports.observe(owner: self) { _ in changed.tell() }
    station.network.isVisible.observe(owner: self) { _ in changed.tell() }
    station.network.activeRequestCount.observe(owner: self) { _ in changed.tell() }
    evaluateGuards(of: jobs)
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
    guard let job = jobsByID[id] else { return .refused("there is no such action") }
    if let refusal = refusal(of: job, input: input) { return .refused(refusal) }
    return .accepted(job.start(input: input, by: cause))
  }

  /// Why a job would not start now; nil when it would.
  private func refusal(of job: Job, input: String?) -> String? {
    let inputs = job.definition.buttons.map(\.input)
    guard inputs.isEmpty || inputs.contains(where: { $0 == input }) else {
      return "needs an input: \(inputs.joined(separator: ", "))"
    }
    evaluateGuards()
    let verdict = verdict(on: job.id)
    guard verdict.isPassing else { return "\(verdict)" }
    let snapshot = job.moment
    if snapshot.state.enabled { return nil }
    if snapshot.record.isCancelling { return "is being cancelled" }
    return switch job.definition.whileRunning {
    case .reject, .restart: "is running"
    case .queue: "is running, with \(snapshot.state.waiting) waiting"
    case .concurrent: "is running \(snapshot.state.running) times"
    }
  }

  // MARK: Repeats

  /// From now on starts every job that repeats, at once and then in its interval. One that may not start, or still
  /// runs, is passed over until the next time.
  public func startRepeats() {
    guard repeats.isEmpty else { return }
    for job in jobs {
      guard let interval = job.definition.every else { continue }
      repeatNow(job)
      repeats.append(
        environment.scheduler.perform(every: interval) { [environment, weak self, weak job] in
          environment.onMain { if let job { self?.repeatNow(job) } }
        })
    }
  }

  /// Starts nothing by itself any more; what runs goes on.
  public func stopRepeats() {
    for timer in repeats { timer.cancel() }
    repeats = []
  }

  private func repeatNow(_ job: Job) {
    if !job.moment.isRunning { start(job.id, by: .clock) }
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

  fileprivate func changesCame() {
    evaluateGuards()
    onChange()
  }

  /// This moment.
  private var facts: BoardFacts {
    BoardFacts(
      actions: Dictionary(uniqueKeysWithValues: mentioned.map { ($0.id, $0.moment.facts) }),
      networkIsBusy: station.network.activeRequestCount.data > 0,
      hasErrors: station.errors.current.data != nil)
  }

  private func evaluateGuards() { evaluateGuards(of: guarded) }

  /// Evaluates guards against one moment, again while that changes what others ask about.
  private func evaluateGuards(of jobs: [Job]) {
    var facts = facts
    var isSettled = false
    // Guards cannot wait for themselves, so each pass settles at least one.
    for _ in 0...jobs.count where !isSettled {
      isSettled = true
      for job in jobs {
        let verdict = job.definition.enabledIf.evaluate(facts)
        verdicts[job.id] = verdict
        guard job.isReleased.data != verdict.isPassing else { continue }
        job.isReleased.data = verdict.isPassing
        facts.actions[job.id] = job.moment.facts
        isSettled = false
      }
    }
  }
}

extension GuardFact {
  /// The action that it is about, if any.
  fileprivate var actionName: String? {
    if case .action(let id, _) = self { id } else { nil }
  }
}

/// Tells the interlocking of changes that come on any thread.
private final class ChangeRelay: @unchecked Sendable {
  private let turn: MainTurn
  /// Set before any job can run, and read on the main actor.
  weak var interlocking: Interlocking?

  init(_ turn: MainTurn) { self.turn = turn }

  func tell() {
    turn.request { [weak self] in self?.interlocking?.changesCame() }
  }
}

extension Scheduler {
  /// Performs an action again and again, the first time after one interval.
  fileprivate func perform(
    every interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let stride = SchedulerTimeType.Stride.milliseconds(Int(interval / .milliseconds(1)))
    return schedule(after: now.advanced(by: stride), interval: stride, tolerance: .milliseconds(5), action)
  }
}
