import Etcd

/// A run of this member.
struct OwnRun: Sendable {
  enum Phase: Sendable, Equatable {
    case running
    /// It has ended, and etcd does not know yet. Nil: it has not really begun.
    case releasing(SharedResult?, retryAt: Duration?)
  }

  /// A request that is repeated until it has an answer.
  enum Step: Sendable, Equatable {
    case due(Duration)
    case asked
  }

  /// What its key says.
  let value: RunValue
  let press: PressID
  let action: ActionAddress
  var slot: Int
  var fence: Int64
  var phase = Phase.running
  /// Its key must be created again, since etcd has lost it.
  var reentry: Step?
  /// Its key is missing, and the log is read, since somebody may have taken it over.
  var search: Step?
  var pause = Pause()
  /// The box was told to cancel it.
  var isCancelled = false
  /// What others do not know yet.
  var news: NowValue?
  /// What was last written.
  var written: NowValue?
  var isWriting = false
  /// The next time when news may be written.
  var writeAt: Duration
  /// When it has ended; nil while it runs, and if it has not begun.
  var ended: Duration?
  /// Whether the box was told that its end is not known to the others.
  var isOverdue = false

  /// Whether etcd is being told of its end.
  var isBeingReleased: Bool { if case .releasing(_, nil) = phase { true } else { false } }

  var id: RunID { value.run }

  init(
    _ value: RunValue, press: PressID, action: ActionAddress, slot: Int, fence: Int64, _ time: Duration
  ) {
    (self.value, self.press, self.action, self.slot, self.fence) = (value, press, action, slot, fence)
    writeAt = time
  }
}

extension Member {
  /// When a key is created again, or missed.
  var reentryDeadline: Duration? {
    runs.flatMap { [$0.reentry, $0.search] }.compactMap { step in
      if case .due(let time)? = step { time } else { nil }
    }
    .min()
  }

  func deadline(_ run: OwnRun) -> Duration? {
    switch run.phase {
    case .running: run.news == nil || run.isWriting || session.lease == nil ? nil : run.writeAt
    case .releasing(_, let retryAt): [retryAt, overdue(run)].compactMap(\.self).min()
    }
  }

  /// When the box is told that the end of a run is not known to the others; nil if it is not, or was.
  private func overdue(_ run: OwnRun) -> Duration? {
    run.isOverdue ? nil : run.ended.map { $0 + settings.patience }
  }

  mutating func advanceRuns() {
    for index in runs.indices {
      guard let due = deadline(runs[index]), time >= due else { continue }
      guard case .releasing(let result, let retryAt) = runs[index].phase else {
        write(index)
        continue
      }
      if let overdue = overdue(runs[index]), time >= overdue { noteOverdue(index) }
      if let retryAt, time >= retryAt { release(index, result) }
    }
  }

  // MARK: The end

  mutating func end(_ run: RunID, _ result: SharedResult) {
    guard let index = runs.firstIndex(where: { $0.id == run && $0.phase == .running }) else { return }
    runs[index].ended = time
    release(index, result)
  }

  private mutating func noteOverdue(_ index: Int) {
    runs[index].isOverdue = true
    let reason = session.problem ?? "etcd does not answer"
    let words = "whether the others know this result is not known: \(reason)"
    outputs.append(.told(runs[index].id, .unknown(words)))
  }

  /// Gives the slot back, and says how the run has ended. Nothing is written if the run was taken over. The
  /// request can be repeated: the second time, the key is gone or has another create revision, and what is
  /// read instead tells why.
  mutating func release(_ index: Int, _ result: SharedResult?) {
    let run = runs[index]
    runs[index].phase = .releasing(result, retryAt: nil)
    // Its key is on its way, and goes again.
    guard run.reentry == nil else { return }
    let key = keys.run(run.action, run.slot)
    var operations: [EtcdOperation] = [
      .delete(EtcdRange(key: key)), .delete(EtcdRange(key: keys.now(run.action, run.slot))),
    ]
    if let result {
      let last = StoredJSON.bytes(lastValue(run, result))
      operations.append(.put(key: keys.last(run.action), value: last, lease: 0))
    }
    let transaction = EtcdTransaction(
      // After a loss of its data, etcd gives the same numbers to other runs.
      comparisons: [
        EtcdComparison(key: key, .createRevision(run.fence)),
        EtcdComparison(key: key, .value(StoredJSON.bytes(run.value))),
      ],
      success: operations,
      failure: [
        .range(EtcdRange(prefix: keys.logs)), .range(EtcdRange(key: keys.last(run.action))),
      ], isRepeatable: true)
    send(.transaction(transaction), for: .release(run.id))
  }

  /// - Parameter isOutdated: Whether etcd has lost its data since it was asked.
  mutating func receive(
    _ isOutdated: Bool, _ answer: Result<EtcdAnswer, EtcdFailure>, toReleaseOf run: RunID
  ) {
    guard let index = runs.firstIndex(where: { $0.id == run }) else { return }
    guard case .releasing(let result, _) = runs[index].phase else { return }
    guard case .success(.transaction(let header, let succeeded, let results)) = answer else {
      runs[index].phase = .releasing(result, retryAt: time + runs[index].pause.next(settings))
      return
    }
    let run = runs.remove(at: index)
    if succeeded { note(theEndOf: run, result, at: header.revision) }
    guard run.ended != nil else { return }
    outputs.append(
      .told(run.id, succeeded ? .known : verdict(on: run, results, isOutdated, at: header.revision)))
  }

  /// Why the key of a run that has ended was not there any more.
  private mutating func verdict(
    on run: OwnRun, _ results: [EtcdResult], _ isOutdated: Bool, at revision: Int64
  ) -> EndVerdict {
    let nobodyKnows = "the others do not know this result"
    var entries: [EtcdEntry] = []
    for case .range(let some, _) in results { entries += some }
    // The last entries are the newest.
    for entry in entries.reversed() where entry.key.hasPrefix(keys.logs) {
      if let log: LogValue = StoredJSON.value(entry.value), log.run == run.id {
        return .refused("\(log.deed): \(nobodyKnows)")
      }
    }
    // An earlier request was performed, and its answer was lost: a later run may have ended since.
    let last = entries.first { $0.key == keys.last(run.action) }
    if !isOutdated, let last, last.modRevision > run.fence { return .known }
    if dataLoss == nil, !isOutdated { loseData(.run(run.action), at: revision) }
    return .refused("etcd has lost its data: \(nobodyKnows)")
  }

  /// The mirror may show the end later. Until then the run would look like one that nobody here knows of.
  private mutating func note(theEndOf run: OwnRun, _ result: SharedResult?, at revision: Int64) {
    guard revision > mirror.revision, mirror.store.runs[run.action]?[run.slot]?.createRevision == run.fence
    else { return }
    mirror.store.remove(keys.run(run.action, run.slot))
    mirror.store.remove(keys.now(run.action, run.slot))
    guard let result else { return }
    mirror.store.last[run.action] = Stored(
      value: lastValue(run, result), createRevision: revision, modRevision: revision)
  }

  private func lastValue(_ run: OwnRun, _ result: SharedResult) -> LastValue {
    LastValue(
      run: run.id, outcome: result.outcome, host: identity.host, user: run.value.user, began: run.value.began,
      ended: result.ended, value: result.value)
  }

  // MARK: Taken over

  mutating func cancel(_ index: Int, _ reason: String) {
    guard runs[index].phase == .running, !runs[index].isCancelled else { return }
    runs[index].isCancelled = true
    outputs.append(.cancelRun(runs[index].id, reason: reason))
  }

  /// Compares the own runs with the mirror: those that are not in etcd any more were taken over, and one that
  /// is there and nobody knows of is a claim that came late.
  mutating func compareRuns(at revision: Int64, reasons: [RunID: String]) {
    lookAfterOwnKeys()
    for index in runs.indices where runs[index].fence <= revision {
      let run = runs[index]
      guard run.phase == .running, !run.isCancelled, run.reentry == nil else { continue }
      let slots = mirror.store.runs[run.action] ?? [:]
      if let stored = slots[run.slot], stored.createRevision == run.fence, stored.value == run.value {
        continue
      }
      if let reason = reasons[run.id] { cancel(index, reason) } else { askForTakeover(index) }
    }
    for (action, slots) in mirror.store.runs {
      for (slot, run) in slots where run.value?.member == identity.id {
        guard let id = run.value?.run,
          !runs.contains(where: { $0.id == id && ($0.fence == run.createRevision || $0.reentry != nil) }),
          !presses.contains(where: { $0.press.run == id })
        else { continue }
        obsoleteKeys.expect(
          ObsoleteKey(key: keys.run(action, slot), createRevision: run.createRevision), at: time)
      }
    }
    let waiting = Set(presses.map(\.press.run))
    for (action, waits) in mirror.store.waits {
      for (run, wait) in waits where wait.value?.member == identity.id && !waiting.contains(run) {
        obsoleteKeys.expect(ObsoleteKey(key: keys.wait(action, run), createRevision: nil), at: time)
      }
    }
  }

  // MARK: Progress

  mutating func note(_ run: RunID, _ value: String?, _ fraction: Double?) {
    guard let index = runs.firstIndex(where: { $0.id == run && $0.phase == .running }) else { return }
    let finite = fraction.flatMap { $0.isFinite ? $0 : nil }
    runs[index].news = NowValue(run: run, value: value, fraction: finite)
  }

  private mutating func write(_ index: Int) {
    guard let lease = session.lease, let news = runs[index].news else { return }
    let run = runs[index]
    runs[index].news = nil
    runs[index].written = news
    runs[index].isWriting = true
    runs[index].writeAt = time + settings.progressPause
    let transaction = EtcdTransaction(
      comparisons: [EtcdComparison(key: keys.run(run.action, run.slot), .createRevision(run.fence))],
      success: [.put(key: keys.now(run.action, run.slot), value: StoredJSON.bytes(news), lease: lease)])
    send(.transaction(transaction), for: .progress(run.id))
  }

  /// News that do not arrive are not repeated: newer ones follow.
  mutating func receive(_ answer: Result<EtcdAnswer, EtcdFailure>, toProgressOf run: RunID) {
    guard let index = runs.firstIndex(where: { $0.id == run }) else { return }
    runs[index].isWriting = false
  }

  /// With the lease, what was written about the runs has expired.
  mutating func repeatNews() {
    for index in runs.indices { runs[index].news = runs[index].news ?? runs[index].written }
  }
}
