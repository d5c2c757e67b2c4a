import Etcd

/// What happens when etcd has lost its data: the keys of the living runs are created again before anything
/// else, so that nobody takes their slots, and nothing that is shared starts here until a person has seen it.
extension Member {
  /// The newest revision that a request cannot come after, if etcd has not lost its data.
  ///
  /// Only what the nodes have agreed about tells a revision that counts: a node that is behind says an older
  /// one with a renewal or its status.
  mutating func compareRevision(_ answer: EtcdAnswer, _ request: Requests.Sent) {
    switch (answer, request.purpose) {
    case (.transaction, _), (.lease, .session(.grant)): break
    default: return
    }
    // Before that, it has nothing to lose, and the next answer may be that of another etcd.
    guard session.proof != nil, let known = request.revision else { return }
    let revision = answer.header.revision
    if revision < known { return loseData(.revision(revision, before: known), at: revision) }
    knownRevision = max(knownRevision, revision)
  }

  /// - Parameter revision: The present revision of etcd.
  mutating func loseData(_ loss: DataLoss, at revision: Int64) {
    dataLoss = dataLoss ?? loss
    knownRevision = revision
    // What is still under way was sent to what is lost.
    requests.forgetRevisions()
    losses = Losses()
    mirror.isCurrent = false
    endWatch()
    session.listeningSince = time
    session.hostRevision = 0
    for index in runs.indices where runs[index].phase == .running && runs[index].reentry == nil {
      runs[index].reentry = .due(time)
    }
    if session.lease != nil { readEverything() }
  }

  /// A person has seen that etcd has lost its data.
  mutating func acknowledgeLoss() { dataLoss = nil }

  /// Why no shared action may start because of a loss; nil if none is known.
  var lossRefusal: String? {
    dataLoss.map { "is locked until this error is dismissed: \($0)" }
      ?? (isReentering
        ? "is locked: etcd has lost its data, and is being told of the runs of this host" : nil)
  }

  /// Whether the key of a run has to be created again.
  var isReentering: Bool { runs.contains { $0.reentry != nil } }

  mutating func advanceReentries() {
    for index in runs.indices {
      guard case .due(let due)? = runs[index].reentry, time >= due else { continue }
      runs[index].reentry = .asked
      let run = runs[index]
      let key = keys.run(run.action, run.slot)
      let transaction = EtcdTransaction(
        comparisons: [EtcdComparison(key: key, .createRevision(0))],
        success: [.put(key: key, value: StoredJSON.bytes(run.value), lease: 0)],
        failure: [.range(EtcdRange(prefix: keys.runs(run.action)))])
      send(.transaction(transaction), for: .reentry(run.id))
    }
  }

  mutating func receive(_ answer: Result<EtcdAnswer, EtcdFailure>, toReentryOf run: RunID) {
    guard let index = runs.firstIndex(where: { $0.id == run }), runs[index].reentry == .asked else { return }
    switch answer {
    case .success(.transaction(let header, true, _)): enter(index, runs[index].slot, header.revision)
    case .success(.transaction(_, false, let results)):
      let store = ClusterStore(keys: keys, results: results)
      let slots = store.runs[runs[index].action] ?? [:]
      if let own = slots.first(where: { $0.value.value == runs[index].value }) {
        return enter(index, own.key, own.value.createRevision)
      }
      // Somebody else has started meanwhile. This one counts, too: it takes a slot that nobody may take.
      runs[index].slot = (0...slots.count).first { slots[$0] == nil } ?? slots.count
      runs[index].reentry = .due(time)
    default: runs[index].reentry = .due(time + runs[index].pause.next(settings))
    }
  }

  /// The run has a key again.
  mutating func enter(_ index: Int, _ slot: Int, _ fence: Int64) {
    (runs[index].slot, runs[index].fence, runs[index].reentry) = (slot, fence, nil)
    runs[index].pause.reset()
    // It has ended meanwhile.
    if case .releasing(let result, _) = runs[index].phase { release(index, result) }
  }

  // MARK: A key that is missing

  /// Asks whether somebody has taken over a run whose key is gone.
  mutating func askForTakeover(_ index: Int) {
    guard runs[index].search == nil else { return }
    runs[index].search = .due(time)
  }

  mutating func advanceSearches() {
    for index in runs.indices {
      guard case .due(let due)? = runs[index].search, time >= due else { continue }
      runs[index].search = .asked
      send(.read([EtcdRange(prefix: keys.logs)]), for: .search(runs[index].id))
    }
  }

  mutating func receive(_ answer: Result<EtcdAnswer, EtcdFailure>, toSearchFor run: RunID) {
    guard let index = runs.firstIndex(where: { $0.id == run }), runs[index].search == .asked else { return }
    guard case .success(.transaction(let header, true, let results)) = answer,
      case .range(let entries, _)? = results.first
    else {
      runs[index].search = .due(time + runs[index].pause.next(settings))
      return
    }
    runs[index].search = nil
    guard runs[index].phase == .running, runs[index].reentry == nil else { return }
    // The last entries are the newest.
    for entry in entries.reversed() {
      if let log: LogValue = StoredJSON.value(entry.value), log.run == run {
        return cancel(index, log.words)
      }
    }
    loseData(.run(runs[index].action), at: header.revision)
  }
}

extension LogValue {
  var words: String { "\(deed): \(reason)" }
}
