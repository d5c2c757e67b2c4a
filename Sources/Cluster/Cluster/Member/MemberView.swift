extension Member {
  var currentView: ClusterView {
    var view = ClusterView(connection: connection)
    view.refusal = session.refusal
    (view.dataLoss, view.lossRefusal) = (dataLoss, lossRefusal)
    if case .divided(let reason) = nodes.verdict { view.division = reason }
    let store = mirror.store
    view.storage = storageView
    view.hosts = store.hosts.sorted { $0.key < $1.key }.compactMap(\.value.value)
    view.last = store.last.compactMapValues(\.value)
    view.queues = store.waits.mapValues(\.count)
    view.foreign = store.foreign.sorted()
    for (action, slots) in store.runs {
      view.runs[action] = slots.sorted { $0.key < $1.key }.compactMap { run($0.value, action, $0.key) }
    }
    for action in Set(store.runs.keys).union(store.last.keys) { view.facts[action] = store.facts(of: action) }
    for action in settings.actions {
      let address = ActionAddress(board: settings.board, action: action.id)
      view.disagreements[action.id] = store.disagreement(
        about: address, digest: action.digest, except: identity.id)
    }
    for run in runs {
      guard let ended = run.ended else { continue }
      view.endings[run.action.action] = min(ended, view.endings[run.action.action] ?? ended)
    }
    view.asking = presses.filter { !$0.isWaiting }.map {
      ClusterView.Asking(press: $0.press.id, action: $0.press.action, since: $0.began, why: $0.problem)
    }
    return view
  }

  private var connection: ClusterView.Connection {
    guard session.wasPresent else { return .connecting(since: session.began, why: session.problem) }
    if mirror.isCurrent, nodes.verdict != .pending { return .connected }
    if let since = session.silentSince { return .silent(since: since, why: session.problem) }
    // It takes a moment to read everything. Only if it takes longer, something is wrong.
    let isLong = time >= session.listeningSince + settings.silence
    return .connecting(since: session.listeningSince, why: isLong ? mirror.problem : nil)
  }

  private func run(_ stored: Stored<RunValue>, _ action: ActionAddress, _ slot: Int) -> ClusterView.Run? {
    // The mirror may show a run before the answer to its claim, and after that to its release.
    let isMine = stored.value?.member == identity.id
    return mirror.store.run(stored, action, slot, isMine: isMine, heard: lastWords) {
      losses.since[$0] ?? time
    }
  }
}

extension ClusterStore {
  /// A run as it is shown; nil if its value cannot be read.
  /// - Parameters:
  ///   - heard: When the hosts that are gone were last heard.
  ///   - lostSince: When a run was first seen whose host is gone.
  func run(
    _ stored: Stored<RunValue>, _ action: ActionAddress, _ slot: Int, isMine: Bool, heard: LastWords,
    lostSince: (Losses.Run) -> Duration?
  ) -> ClusterView.Run? {
    guard let value = stored.value else { return nil }
    let now = now[action]?[slot]?.value.flatMap { $0.run == value.run ? $0 : nil }
    let loss = Losses.Run(action: action, slot: slot, fence: stored.createRevision)
    return ClusterView.Run(
      action: action, slot: slot, id: value.run, fence: stored.createRevision, member: value.member,
      host: value.host, user: value.user, input: value.input, cause: value.cause, began: value.began,
      isMine: isMine, lostSince: isLost(stored) ? lostSince(loss) : nil,
      lastHeard: heard.times[value.member], value: now?.value, fraction: now?.fraction)
  }
}
