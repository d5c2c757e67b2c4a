/// The runs whose host is gone, and when this member first saw that, by its own clock.
struct Losses: Sendable {
  struct Run: Sendable, Hashable {
    let action: ActionAddress
    let slot: Int
    let fence: Int64
  }

  var since: [Run: Duration] = [:]
  /// Those whose end was asked for.
  var handled: Set<Run> = []
}

extension Member {
  /// After which time the run may be ended. The board that started it decides: this one may have another
  /// opinion, and has not been told of a command that must not run twice.
  private func freeAfter(_ run: Losses.Run) -> Duration? {
    guard run.action.board == settings.board, settings.action(run.action.action) != nil, departure == nil,
      let stored = mirror.store.runs[run.action]?[run.slot], stored.createRevision == run.fence
    else { return nil }
    return stored.value?.timeUntilFree
  }

  var lossDeadline: Duration? {
    guard mirror.isCurrent, dataLoss == nil, nodes.verdict == .one else { return nil }
    return losses.since.compactMap { run, since in
      losses.handled.contains(run) ? nil : freeAfter(run).map { since + $0 }
    }
    .min()
  }

  /// Counts how long hosts are gone, and ends their runs where the board allows it.
  mutating func advanceLosses() {
    guard mirror.isCurrent else { return lastWords.stopFollowing() }
    lastWords.take(mirror.store, at: time, lease: settings.lease)
    let since = Dictionary(uniqueKeysWithValues: mirror.store.lostRuns.map { ($0, losses.since[$0] ?? time) })
    losses.since = since
    losses.handled.formIntersection(since.keys)
    guard dataLoss == nil, nodes.verdict == .one else { return }
    for run in since.keys.sorted(by: { ($0.action, $0.slot) < ($1.action, $1.slot) }) {
      guard let pause = freeAfter(run), time >= (since[run] ?? time) + pause,
        losses.handled.insert(run).inserted
      else { continue }
      let takeover = Takeover(
        ticket: 0, action: run.action.action, person: "signalbox",
        reason: "its host was gone for \(pause)")
      begin(takeover, for: run)
    }
  }
}

extension ClusterStore {
  /// The runs whose host is gone.
  var lostRuns: [Losses.Run] {
    runs.flatMap { action, slots in
      slots.filter { isLost($0.value) && $0.value.value != nil }.map {
        Losses.Run(action: action, slot: $0.key, fence: $0.value.createRevision)
      }
    }
  }
}
