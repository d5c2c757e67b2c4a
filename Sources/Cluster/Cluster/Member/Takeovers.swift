internal import Board
import Etcd

/// A takeover under way.
struct TakeoverState: Sendable {
  let number: Int
  let takeover: Takeover
  /// The only run that it may end; nil if a person decides.
  let loss: Losses.Run?
  let began: Duration
  var retryAt: Duration?
  var pause = Pause()
  /// The runs that a request without an answer may have ended, by their keys in the log.
  var pending: [String: RunValue] = [:]
}

enum TakeoverStep: Sendable, Equatable {
  case read
  /// The runs that it ends, by their keys in the log.
  case write([String: RunValue])
}

extension Member {
  mutating func begin(_ takeover: Takeover, for loss: Losses.Run? = nil) {
    guard settings.action(takeover.action) != nil else {
      return answer(takeover, loss, .refused("is not shared"))
    }
    guard !takeover.reason.allSatisfy(\.isWhitespace) else {
      return answer(takeover, loss, .refused("needs a reason"))
    }
    let number = (takeovers.last?.number ?? 0) + 1
    takeovers.append(
      TakeoverState(number: number, takeover: takeover, loss: loss, began: time, retryAt: time))
  }

  mutating func advanceTakeovers() {
    for state in takeovers {
      guard let due = state.retryAt, time >= due,
        let index = takeovers.firstIndex(where: { $0.number == state.number })
      else { continue }
      if time >= state.began + settings.patience {
        let problem = session.problem ?? "etcd does not answer"
        let words = state.pending.isEmpty ? problem : "may be over: \(problem)"
        finish(index, .unavailable(words, mayPass: session.refusal == nil))
        continue
      }
      takeovers[index].retryAt = nil
      let action = ActionAddress(board: settings.board, action: state.takeover.action)
      let ranges =
        [EtcdRange(prefix: keys.hosts), EtcdRange(prefix: keys.runs(action))]
        + state.pending.keys.sorted().map { EtcdRange(key: $0) }
      send(.read(ranges), for: .takeover(state.number, .read))
    }
  }

  mutating func receive(
    _ answer: Result<EtcdAnswer, EtcdFailure>, to step: TakeoverStep, ofTakeover number: Int
  ) {
    guard let index = takeovers.firstIndex(where: { $0.number == number }) else { return }
    switch (step, answer) {
    case (.read, .success(.transaction(let header, _, let results))):
      judge(index, results, at: header.revision)
    case (.write(let runs), .success(.transaction(_, true, _))):
      finish(index, .done(runs.ended))
    case (.write, .success(.transaction)):
      takeovers[index].retryAt = time
    case (.write(let runs), .failure(let failure)) where failure.mayHaveBeenApplied:
      takeovers[index].pending = runs
      takeovers[index].retryAt = time + takeovers[index].pause.next(settings)
    case (_, .failure(let failure)) where failure.isLasting:
      finish(index, .unavailable("\(failure)", mayPass: failure == .noSpace))
    default: takeovers[index].retryAt = time + takeovers[index].pause.next(settings)
    }
  }

  private mutating func judge(_ index: Int, _ results: [EtcdResult], at revision: Int64) {
    let state = takeovers[index]
    var entries: [EtcdEntry] = []
    for case .range(let some, _) in results { entries += some }
    let written = Set(entries.map(\.key).filter { $0.hasPrefix(keys.logs) })
    // A request without an answer was performed.
    let done = state.pending.filter { written.contains($0.key) }
    if !done.isEmpty { return finish(index, .done(done.ended)) }

    let store = ClusterStore(keys: keys, results: results)
    let action = ActionAddress(board: settings.board, action: state.takeover.action)
    let runs = (store.runs[action] ?? [:]).filter {
      state.takeover.means($0.value) && (state.loss.map($0.value.isFreed) ?? true)
    }
    let lost = runs.filter { store.isLost($0.value) && $0.value.value != nil }.sorted { $0.key < $1.key }
    guard !lost.isEmpty else { return finish(index, .refused(refusal(runs, store))) }

    var comparisons: [EtcdComparison] = []
    var operations: [EtcdOperation] = []
    var logs: [String: RunValue] = [:]
    for (slot, run) in lost.prefix(Self.takeoverLimit) {
      guard let value = run.value else { continue }
      let key = keys.run(action, slot)
      // Neither another run, nor one whose host has come back.
      comparisons.append(EtcdComparison(key: key, .createRevision(run.createRevision)))
      comparisons.append(EtcdComparison(key: keys.host(value.member), .createRevision(0)))
      operations.append(.delete(EtcdRange(key: key)))
      operations.append(.delete(EtcdRange(key: keys.now(action, slot))))
      let log = LogValue(
        action: action.description, slot: slot, run: value.run, host: value.host, user: value.user,
        person: state.takeover.person, machine: identity.host, reason: state.takeover.reason, at: moment.wall)
      let logKey = keys.log(revision, value.run)
      logs[logKey] = value
      operations.append(.put(key: logKey, value: StoredJSON.bytes(log), lease: 0))
    }
    if let run = lost.last?.value.value {
      // What an earlier run has achieved may not hold any more.
      let last = LastValue(
        run: run.run, outcome: .lost("taken over by \(state.takeover.person): \(state.takeover.reason)"),
        host: run.host, user: run.user, began: run.began, ended: moment.wall)
      operations.append(.put(key: keys.last(action), value: StoredJSON.bytes(last), lease: 0))
    }
    let transaction = EtcdTransaction(comparisons: comparisons, success: operations)
    send(.transaction(transaction), for: .takeover(state.number, .write(logs)))
  }

  /// The most runs of a takeover: each takes three operations, of the 128 that etcd allows.
  private static var takeoverLimit: Int { 40 }

  private func refusal(_ runs: [Int: Stored<RunValue>], _ store: ClusterStore) -> String {
    if let foreign = runs.first(where: { $0.value.value == nil }) {
      return "has a key in etcd that is not signalbox's, in slot \(foreign.key)"
    }
    guard let run = runs.values.compactMap(\.value).first else { return "has no lost run" }
    return "is running on \(run.owner), which is there"
  }

  private mutating func finish(_ index: Int, _ result: TakeoverResult) {
    let state = takeovers.remove(at: index)
    if case .done = result { trimLog() }
    answer(state.takeover, state.loss, result)
  }

  private mutating func answer(_ takeover: Takeover, _ loss: Losses.Run?, _ result: TakeoverResult) {
    guard let loss else { return outputs.append(.takenOver(ticket: takeover.ticket, result)) }
    // Somebody else was first, or etcd did not answer: count again.
    if case .done = result { return }
    if losses.handled.remove(loss) != nil { losses.since[loss] = time }
  }

  /// The box ends, and nobody waits for the answers any more.
  mutating func giveUpTakeovers() {
    for _ in takeovers { finish(0, .unavailable("may be over: its box ends", mayPass: true)) }
  }
}

extension [String: RunValue] {
  /// The runs in a fixed order.
  fileprivate var ended: [RunValue] { values.sorted { $0.run < $1.run } }
}

extension Takeover {
  /// Whether the person means this run. One whose value cannot be read has no name.
  fileprivate func means(_ run: Stored<RunValue>) -> Bool {
    guard let runs, let value = run.value else { return true }
    return runs.contains(value.run)
  }
}

extension Stored<RunValue> {
  /// Whether it is the run that was lost, and time may end it.
  fileprivate func isFreed(by loss: Losses.Run) -> Bool {
    createRevision == loss.fence && value?.timeUntilFree != nil
  }
}
