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

  private let jobsByID: [String: Job]
  private var verdicts: [String: Verdict] = [:]
  private let turn: MainTurn

  public init(_ board: Board, environment: JobEnvironment) {
    self.board = board
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
    changed.interlocking = self
    for job in jobs { job.snapshot.observe(owner: self) { _ in changed.tell() } }
    station.activity.state.observe(owner: self) { _ in changed.tell() }
    station.activity.activities.observe(owner: self) { _ in changed.tell() }
    station.errors.reports.observe(owner: self) { _ in changed.tell() }
    station.network.isVisible.observe(owner: self) { _ in changed.tell() }
    station.network.activeRequestCount.observe(owner: self) { _ in changed.tell() }
    evaluateGuards()
  }

  public subscript(id: String) -> Job? { jobsByID[id] }

  /// Whether the guard of a job holds it, as of the last change.
  public func verdict(on id: String) -> Verdict { verdicts[id] ?? .passes }

  /// Starts a job, if its guard and its policy let it start at this moment.
  @discardableResult
  public func start(_ id: String, input: String? = nil) -> Start {
    guard let job = jobsByID[id] else { return .refused("there is no such action") }
    evaluateGuards()
    guard verdict(on: id).isPassing else { return .refused("\(verdict(on: id))") }
    guard job.snapshot.data.state.enabled else {
      return .refused(job.snapshot.data.record.isCancelling ? "is being cancelled" : "is running")
    }
    return .accepted(job.start(input: input))
  }

  /// Asks a job to end; it has ended when its snapshot says so.
  public func cancel(_ id: String) { jobsByID[id]?.cancel() }

  /// Asks all jobs to end.
  public func cancelAll() {
    for job in jobs where job.snapshot.data.isRunning { job.cancel() }
  }

  /// The jobs that have not ended.
  public var running: [Job] { jobs.filter { $0.snapshot.data.isRunning } }

  /// Returns when all jobs have ended.
  public func waitUntilEnded() async {
    for job in jobs { await job.waitUntilEnded() }
  }

  fileprivate func changesCame() {
    evaluateGuards()
    onChange()
  }

  /// Evaluates all guards against one moment, again while that changes what others ask about.
  private func evaluateGuards() {
    var facts = BoardFacts(
      actions: jobsByID.mapValues { $0.snapshot.data.facts },
      networkIsBusy: station.network.activeRequestCount.data > 0,
      hasErrors: station.errors.current.data != nil)
    var isSettled = false
    // Guards cannot wait for themselves, so each pass settles at least one.
    for _ in 0...jobs.count where !isSettled {
      isSettled = true
      for job in jobs {
        let verdict = job.definition.enabledIf.evaluate(facts)
        verdicts[job.id] = verdict
        guard job.isReleased.data != verdict.isPassing else { continue }
        job.isReleased.data = verdict.isPassing
        facts.actions[job.id] = job.snapshot.data.facts
        isSettled = false
      }
    }
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
