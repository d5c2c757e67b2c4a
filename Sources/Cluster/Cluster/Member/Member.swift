package import Board
import Etcd

/// A box as a member of a realm: the protocol by which shared actions start, as a value without clock,
/// threads and connections.
///
/// The box hands in what happens (``Input``) with the time, and does what comes back (``Output``).
/// Documentation/ Cluster.md describes the keys in etcd. What keeps two runs apart is only how etcd compares
/// revisions: no clock takes part in it, and leases only tell which hosts are gone.
package struct Member: Sendable {
  /// Evaluates the whole guard of a press, with the facts of this host besides those that are shared.
  package typealias Evaluation = (PressID, SharedFacts) -> Verdict

  package let identity: MemberIdentity
  package internal(set) var settings: ClusterSettings
  package private(set) var view: ClusterView

  let keys: ClusterKeys
  /// The moment of the present input.
  var moment: ClusterMoment
  var time: Duration { moment.time }
  /// How long the machine has slept so far. What seems to be less was measured badly.
  private var longestSleep: Duration
  var outputs: [Output] = []
  var requests = Requests()
  var session: Session
  var mirror: Mirror
  var presses: [PressState] = []
  var runs: [OwnRun] = []
  var obsoleteKeys = ObsoleteKeys()
  var takeovers: [TakeoverState] = []
  var losses = Losses()
  var lastWords = LastWords()
  /// What etcd has lost; nil if nothing is known, or a person has seen it.
  var dataLoss: DataLoss?
  /// The newest revision that etcd has agreed about, as far as this member knows.
  var knownRevision: Int64 = 0
  var logTrim = LogTrim()
  var storage = StorageCheck()
  var nodes: NodeSurvey
  var departure: Departure?

  package init(_ identity: MemberIdentity, _ settings: ClusterSettings, at moment: ClusterMoment) {
    self.identity = identity
    self.settings = settings
    self.moment = moment
    longestSleep = moment.sleep
    let time = moment.time
    keys = ClusterKeys(realm: settings.realm)
    session = Session(at: time)
    nodes = NodeSurvey(settings.nodes, at: time)
    mirror = Mirror(store: ClusterStore(keys: keys))
    view = ClusterView(connection: .connecting(since: time, why: nil))
  }

  /// - Parameter moment: The present moment.
  /// - Returns: What is to be done, in this order.
  package mutating func handle(_ input: Input, at moment: ClusterMoment, evaluate: Evaluation) -> [Output] {
    guard departure?.isOver != true else { return [] }
    let hasSlept = moment.sleep - longestSleep >= settings.suspension
    longestSleep = max(longestSleep, moment.sleep)
    self.moment.advance(to: moment)
    outputs = []
    if hasSlept { listenAgain() }
    switch input {
    case .answer(let request, let answer): receive(answer, to: request, evaluate)
    case .watch(let watch, let event): receive(event, of: watch)
    case .press(let press): begin(press)
    case .withdraw(let press): withdraw(press)
    case .ended(let run, let result): end(run, result)
    case .progress(let run, let value, let fraction): note(run, value, fraction)
    case .takeOver(let takeover): begin(takeover)
    case .settings(let settings): apply(settings)
    case .reconnected(let settings): reconnect(settings)
    case .acknowledgeLoss: acknowledgeLoss()
    case .time: break
    case .leave: leave()
    }
    advance()
    view = currentView
    return outputs
  }

  /// When `time` must be handed in; nil if there is nothing to wait for.
  package var nextDeadline: Duration? {
    guard departure?.isOver != true else { return nil }
    let all =
      [sessionDeadline, mirrorDeadline, departure?.end]
      + presses.map(deadline) + runs.map(deadline) + takeovers.map(\.retryAt)
      + [
        reentryDeadline, obsoleteKeys.deadline, lossDeadline, logTrim.retryAt, storageDeadline, nodesDeadline,
      ]
    return all.compactMap { $0 }.min()
  }

  /// Does everything that is due.
  private mutating func advance() {
    advanceReentries()
    advanceSession()
    advanceNodes()
    advanceMirror()
    advancePresses()
    advanceRuns()
    advanceSearches()
    advanceObsoleteKeys()
    advanceLosses()
    advanceTakeovers()
    advanceLogTrim()
    advanceStorage()
    advanceDeparture()
  }

  private mutating func receive(
    _ answer: Result<EtcdAnswer, EtcdFailure>, to request: RequestID, _ evaluate: Evaluation
  ) {
    guard let sent = requests.take(request) else { return }
    let purpose = sent.purpose
    // A node without a leader has an answer to this, too.
    if case .storage = purpose { return receive(status: answer) }
    // Another etcd has an answer to this, too.
    if case .node(let node, let step) = purpose { return receive(answer, fromNode: node, to: step) }
    if case .success(let answer) = answer {
      compareRevision(answer, sent)
      noteWord(answer.header)
    }
    if case .failure(let failure) = answer {
      session.problem = failure.description
      if failure == .noSpace { noteFullStorage() }
      if case .otherCluster = failure { nodes.hasten(at: time) }
    }
    switch purpose {
    case .session(let step): receive(answer, to: step)
    case .mirror(let reading): receive(answer, to: reading)
    case .press(let press, let step): receive(answer, to: step, of: press, evaluate)
    case .claim(let press, let attempt): receive(sent.current(answer), to: attempt, of: press, evaluate)
    case .release(let run): receive(sent.isOutdated, answer, toReleaseOf: run)
    case .reentry(let run): receive(sent.current(answer), toReentryOf: run)
    case .search(let run): receive(answer, toSearchFor: run)
    case .progress(let run): receive(answer, toProgressOf: run)
    case .obsolete(let key): receive(answer, toDeletionOf: key)
    case .takeover(let number, let step): receive(answer, to: step, ofTakeover: number)
    case .trim(let step): receive(answer, to: step)
    case .members: receive(members: answer)
    case .storage, .node: break
    }
  }

  mutating func send(_ request: EtcdRequest, for purpose: Purpose, within limit: Duration? = nil) {
    outputs.append(
      .send(
        requests.add(purpose, revision: knownRevision), request, within: limit ?? settings.answer,
        by: route(for: purpose)))
  }
}
