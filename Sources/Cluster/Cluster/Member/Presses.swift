import Board
import Etcd

/// A press without a final verdict.
struct PressState: Sendable {
  enum Phase: Sendable, Equatable {
    /// Reads at this time.
    case idle(readAt: Duration)
    case reading
    case claiming
    /// It was granted long ago: asks whether that still holds.
    case inquiring
    case enqueuing
    /// Waits until the mirror shows a revision after this one, and that it is its turn.
    case queued(seen: Int64)
  }

  let press: Press
  let began: Duration
  var phase: Phase
  var pause = Pause()
  /// A claim was sent, and has no answer: it may have started the run.
  var isUncertain = false
  var conflicts = 0
  var firstConflict: Duration?
  /// The last verdict that was told.
  var told: PressVerdict?
  var problem: String?
  /// It is, or may be, in the queue.
  var isWaiting = false
  /// When the present request that reads was sent, by the clock that runs while the machine sleeps.
  var sent: Duration = .zero
  /// Only while it asks whether its grant still holds.
  var inquiry: Inquiry?
}

enum PressStep: Sendable, Equatable {
  case read
  case enqueue
  /// The time at which it was sent.
  case inquire(sent: Duration)
}

extension Member {
  mutating func begin(_ press: Press) {
    guard departure == nil else { return tell(press.id, .unavailable(Self.itsBoxEnds, mayPass: true)) }
    guard settings.action(press.action) != nil else {
      return tell(press.id, .refused("is not shared"))
    }
    if let refusal = lossRefusal ?? nodesRefusal { return tell(press.id, .refused(refusal)) }
    presses.append(PressState(press: press, began: time, phase: .idle(readAt: time)))
  }

  func deadline(_ press: PressState) -> Duration? {
    if let inquiry = press.inquiry {
      let end = inquiry.began + settings.patience
      return min(inquiry.askAt ?? end, end)
    }
    let patience = isPatient(press) ? press.began + settings.patience : nil
    if case .idle(let readAt) = press.phase, !waits(press) {
      return min(readAt, patience ?? readAt)
    }
    return patience
  }

  /// Whether it would only be postponed.
  private func waits(_ press: PressState) -> Bool {
    session.lease != nil && nodes.verdict == .pending || waitsForRelease(press)
  }

  /// Whether a run of this host that has ended decides about a press, and etcd is being told of its end. The
  /// press would find the run still there, and be refused because of it.
  private func waitsForRelease(_ press: PressState) -> Bool {
    guard runs.contains(where: \.isBeingReleased), let keys = pressKeys(press) else { return false }
    return runs.contains { $0.isBeingReleased && keys.reads($0.action) }
  }

  /// Whether it is refused if etcd does not answer in time: not if its run may have started, or it waits.
  private func isPatient(_ press: PressState) -> Bool {
    guard !press.isUncertain, !press.isWaiting else { return false }
    return switch press.phase {
    case .idle, .reading: true
    case .claiming, .inquiring, .enqueuing, .queued: false
    }
  }

  mutating func advancePresses() {
    for press in presses.map(\.press.id) {
      guard let index = presses.firstIndex(where: { $0.press.id == press }) else { continue }
      let state = presses[index]
      if isPatient(state), time >= state.began + settings.patience {
        let problem = state.problem ?? session.problem
        giveUp(index, problem ?? "etcd does not answer", mayPass: session.refusal == nil)
        continue
      }
      switch state.phase {
      case .idle(let readAt) where time >= readAt && !waits(state): read(index)
      case .inquiring where deadline(state).map { time >= $0 } == true: ask(index)
      case .queued(let seen) where mirror.isCurrent && mirror.revision > seen: lookAtQueue(index)
      default: break
      }
    }
  }

  mutating func read(_ index: Int) {
    guard let keys = pressKeys(presses[index]) else {
      return refuse(index, "is not shared any more")
    }
    guard keys.ranges.count <= ClusterSettings.comparisonLimit else {
      return refuse(index, tooMuch(settings.comparisons(of: keys.shared)))
    }
    presses[index].phase = .reading
    presses[index].sent = moment.continuous
    send(.read(keys.ranges), for: .press(presses[index].press.id, .read))
  }

  private func pressKeys(_ press: PressState) -> PressKeys? {
    settings.action(press.press.action).map { PressKeys($0, settings, keys, member: identity.id) }
  }

  mutating func receive(
    _ answer: Result<EtcdAnswer, EtcdFailure>, to step: PressStep, of press: PressID, _ evaluate: Evaluation
  ) {
    guard let index = presses.firstIndex(where: { $0.press.id == press }) else { return }
    let sent = presses[index].sent
    switch (step, answer) {
    case (.inquire(let sent), _): receive(answer, toInquiryOf: index, sent: sent)
    case (.read, .success(.transaction(let header, _, let results))):
      judge(index, ClusterStore(keys: keys, results: results), at: header.revision, sent: sent, evaluate)
    case (.enqueue, .success(.transaction(let header, let succeeded, let results))):
      presses[index].pause.reset()
      if succeeded {
        // When the mirror shows its place, it looks at the whole queue.
        presses[index].phase = .queued(seen: header.revision - 1)
      } else {
        judge(index, ClusterStore(keys: keys, results: results), at: header.revision, sent: sent, evaluate)
      }
    case (_, .failure(let failure)): postpone(index, failure)
    case (_, .success): postpone(index, .notEtcd("etcd gives an answer to another question"))
    }
  }

  /// The request is repeated later, or never if that is useless.
  private mutating func postpone(_ index: Int, _ failure: EtcdFailure) {
    presses[index].problem = failure.description
    presses[index].firstConflict = nil
    if !presses[index].isUncertain, failure.isLasting {
      return giveUp(index, "\(failure)", mayPass: failure == .noSpace)
    }
    presses[index].phase = .idle(readAt: time + presses[index].pause.next(settings))
    if !presses[index].isWaiting { tell(presses[index].press.id, .asking) }
  }

  mutating func receive(
    _ answer: Result<EtcdAnswer, EtcdFailure>, to attempt: ClaimAttempt, of press: PressID,
    _ evaluate: Evaluation
  ) {
    guard let index = presses.firstIndex(where: { $0.press.id == press }) else {
      // Withdrawn meanwhile. Without an answer, the mirror shows whether the run exists.
      if case .success(.transaction(let header, true, _)) = answer {
        obsoleteKeys.expect(ObsoleteKey(key: attempt.key, createRevision: header.revision), at: time)
      }
      return
    }
    switch answer {
    case .success(.transaction(let header, true, _)):
      grant(index, attempt.value, slot: attempt.slot, fence: header.revision, sent: attempt.sent)
    case .success(.transaction(let header, false, let results)):
      presses[index].pause.reset()
      presses[index].conflicts += 1
      presses[index].firstConflict = presses[index].firstConflict ?? time
      judge(
        index, ClusterStore(keys: keys, results: results), at: header.revision, after: attempt.revision,
        sent: attempt.sent, evaluate)
    case .failure(let failure):
      if failure.mayHaveBeenApplied { presses[index].isUncertain = true }
      postpone(index, failure)
    case .success:
      presses[index].isUncertain = true
      postpone(index, .notEtcd("etcd gives an answer to another question"))
    }
  }

  /// Decides about a press by what was read. The read is linearizable, so what is not there was not there
  /// when it was asked for.
  private mutating func judge(
    _ index: Int, _ store: ClusterStore, at revision: Int64, after earlier: Int64? = nil, sent: Duration,
    _ evaluate: Evaluation
  ) {
    let press = presses[index].press
    guard let keys = pressKeys(presses[index]) else { return refuse(index, "is not shared any more") }
    let (action, shared) = (keys.action, keys.shared)
    let runs = (store.runs[action] ?? [:]).sorted { $0.key < $1.key }

    // A claim without an answer was performed.
    if let (slot, run) = runs.first(where: { isOwn($0.value, press.run) }), let value = run.value {
      if let lossRefusal {
        obsoleteKeys.expect(
          ObsoleteKey(key: self.keys.run(action, slot), createRevision: run.createRevision), at: time)
        return refuse(index, lossRefusal)
      }
      return grant(index, value, slot: slot, fence: run.createRevision, sent: sent)
    }
    presses[index].isUncertain = false
    if let refusal = lossRefusal ?? nodesRefusal { return refuse(index, refusal) }
    guard time < presses[index].began + settings.patience || presses[index].isWaiting else {
      return giveUp(index, presses[index].problem ?? "etcd did not answer in time")
    }
    if let reason = store.disagreement(about: action, digest: shared.digest, except: identity.id) {
      return refuse(index, "is locked: \(reason)")
    }
    guard store.boards[action.board]?[identity.id]?.value?.actions[shared.id] == shared.digest else {
      if let refusal = session.refusal { return giveUp(index, refusal, mayPass: false) }
      // Not a member yet, or the lease has expired, or the digest is on its way.
      presses[index].phase = .idle(readAt: time + presses[index].pause.next(settings))
      hastenRenewal()
      return tell(press.id, .asking)
    }
    guard nodes.verdict == .one else {
      presses[index].phase = .idle(readAt: time + presses[index].pause.next(settings))
      return tell(press.id, .asking)
    }

    let waits = store.queue(action)
    let place = store.waits[action]?[press.run]
    presses[index].isWaiting = place != nil
    let position = waits.firstIndex(of: press.run)
    let isFull = runs.count >= shared.slots
    if isFull || (position ?? waits.count) > 0 {
      return wait(index, keys, store, position, at: revision)
    }
    let verdict = evaluate(press.id, keys.facts(store))
    guard verdict.isPassing else { return refuse(index, verdict.description) }
    let (conflicts, firstConflict) = (presses[index].conflicts, presses[index].firstConflict ?? time)
    if conflicts >= settings.conflicts || time - firstConflict >= settings.conflictTime {
      // It keeps its place, and tries again.
      guard place == nil else {
        presses[index].conflicts = 0
        presses[index].firstConflict = nil
        presses[index].phase = .idle(readAt: time + presses[index].pause.next(settings))
        return
      }
      return refuse(index, "lost to " + (store.winner(after: earlier ?? 0) ?? "changes by others"))
    }
    claim(index, keys, store, place, at: revision)
  }

  private func isOwn(_ run: Stored<RunValue>, _ id: RunID) -> Bool {
    run.value?.run == id && run.value?.member == identity.id
  }

  private mutating func claim(
    _ index: Int, _ keys: PressKeys, _ store: ClusterStore, _ place: Stored<WaitValue>?, at revision: Int64
  ) {
    let press = presses[index].press
    let taken = store.runs[keys.action] ?? [:]
    guard let slot = (0..<keys.shared.slots).first(where: { taken[$0] == nil }) else { return }
    var comparisons = keys.comparisons(store, slot: slot, at: revision, isQueued: place != nil)
    let value = RunValue(
      run: press.run, member: identity.id, host: identity.host, user: press.user, input: press.input,
      cause: press.cause, began: moment.wall,
      freeAfter: keys.shared.freeAfter.map { Int64($0 / .milliseconds(1)) })
    var operations = [
      EtcdOperation.put(key: self.keys.run(keys.action, slot), value: StoredJSON.bytes(value), lease: 0)
    ]
    if let place {
      let key = self.keys.wait(keys.action, press.run)
      comparisons.append(EtcdComparison(key: key, .createRevision(place.createRevision)))
      operations.append(.delete(EtcdRange(key: key)))
    }
    guard max(comparisons.count, keys.ranges.count) <= ClusterSettings.comparisonLimit else {
      return refuse(index, tooMuch(comparisons.count))
    }
    presses[index].phase = .claiming
    let transaction = EtcdTransaction(
      comparisons: comparisons, success: operations, failure: keys.ranges.map(EtcdOperation.range))
    let attempt = ClaimAttempt(
      key: self.keys.run(keys.action, slot), slot: slot, value: value, revision: revision,
      sent: moment.continuous)
    send(.transaction(transaction), for: .claim(press.id, attempt))
  }

  private func tooMuch(_ count: Int) -> String {
    "reads too much: a start compares \(count) keys, and at most \(ClusterSettings.comparisonLimit) are possible"
  }

  /// - Parameter sent: When the request was sent whose answer shows the run.
  mutating func grant(_ index: Int, _ value: RunValue, slot: Int, fence: Int64, sent: Duration) {
    if departure == nil, isOld(sent) { return inquire(index, value, slot: slot, fence: fence) }
    let state = presses.remove(at: index)
    let action = ActionAddress(board: settings.board, action: state.press.action)
    let run = OwnRun(value, press: state.press.id, action: action, slot: slot, fence: fence, time)
    runs.append(run)
    if departure != nil {
      outputs.append(.verdict(state.press.id, .unavailable(Self.itsBoxEnds, mayPass: true)))
      return release(runs.count - 1, nil)
    }
    outputs.append(.verdict(state.press.id, .granted(Claim(run: run.id, fence: fence, slot: slot))))
  }

  mutating func refuse(_ index: Int, _ reason: String) { decide(index, .refused(reason)) }

  /// etcd cannot be asked about a press, for this reason.
  /// - Parameter mayPass: Whether a later press may succeed without a change of the board or of etcd.
  mutating func giveUp(_ index: Int, _ problem: String, mayPass: Bool = true) {
    decide(index, .unavailable("cannot start: \(problem)", mayPass: mayPass))
  }

  static let itsBoxEnds = "cannot start: its box ends"

  mutating func decide(_ index: Int, _ verdict: PressVerdict) {
    let state = presses.remove(at: index)
    outputs.append(.verdict(state.press.id, verdict))
    if state.isWaiting || state.phase == .enqueuing { leaveQueue(state) }
  }

  /// Says a verdict that is not final, if it is another one than before.
  mutating func tell(_ press: PressID, _ verdict: PressVerdict) {
    if let index = presses.firstIndex(where: { $0.press.id == press }) {
      guard presses[index].told != verdict else { return }
      presses[index].told = verdict
    }
    outputs.append(.verdict(press, verdict))
  }

  mutating func withdraw(_ press: PressID) {
    if let index = presses.firstIndex(where: { $0.press.id == press }) {
      return giveBack(index, .refused("was withdrawn"))
    }
    guard let index = runs.firstIndex(where: { $0.press == press && $0.phase == .running }) else { return }
    release(index, nil)
  }
}

extension EtcdFailure {
  /// Whether etcd has understood the request, and this host must not make it.
  var isRefusal: Bool {
    switch self {
    case .authentication, .refused: true
    default: false
    }
  }

  /// Whether somebody has to do something before it can succeed.
  var isLasting: Bool {
    switch self {
    case .noSpace, .authentication, .notEtcd, .tooOld, .refused: true
    case .unreachable, .noAnswer, .leaseNotFound, .noLeader, .otherCluster: false
    }
  }
}

extension ClusterStore {
  /// Whose run is the newest one after a revision: "ada's laptop, which started ops/migrate".
  func winner(after revision: Int64) -> String? {
    let all = runs.flatMap { action, runs in runs.values.map { (action, $0) } }
    guard
      let (action, run) = all.filter({ $0.1.modRevision > revision })
        .max(by: { $0.1.modRevision < $1.1.modRevision }), let value = run.value
    else { return nil }
    return "\(value.owner), which started \(action)"
  }
}
