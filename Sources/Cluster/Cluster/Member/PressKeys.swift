import Board
import Etcd

/// The keys that decide about a press: which are read, and compared by the claim.
struct PressKeys: Sendable {
  let action: ActionAddress
  let shared: SharedAction
  let keys: ClusterKeys
  let member: String
  /// The shared actions whose facts the guard reads, by the names that it uses.
  let sources: [String: ActionAddress]
  /// Those whose value or progress it reads.
  let valued: Set<ActionAddress>

  init(_ shared: SharedAction, _ settings: ClusterSettings, _ keys: ClusterKeys, member: String) {
    self.shared = shared
    self.keys = keys
    self.member = member
    action = ActionAddress(board: settings.board, action: shared.id)
    var sources: [String: ActionAddress] = [:]
    var valued: Set<ActionAddress> = []
    for case .action(let name, let property) in shared.references {
      let source = ActionAddress(name, onBoard: settings.board)
      guard name.contains("/") || settings.action(name) != nil else { continue }
      sources[name] = source
      if property == .value || property == .progress { valued.insert(source) }
    }
    (self.sources, self.valued) = (sources, valued)
  }

  /// Whether the runs of an action decide about the press.
  func reads(_ other: ActionAddress) -> Bool { other == action || sources.values.contains(other) }

  private var addresses: [ActionAddress] { Set(sources.values).sorted() }

  /// Everything that is read, in one transaction.
  var ranges: [EtcdRange] {
    var ranges = [
      EtcdRange(prefix: keys.hosts), EtcdRange(prefix: keys.boards(action.board)),
      EtcdRange(prefix: keys.runs(action)),
    ]
    if shared.queueLimit != nil { ranges.append(EtcdRange(prefix: keys.waits(action))) }
    for source in addresses {
      if source != action { ranges.append(EtcdRange(prefix: keys.runs(source))) }
      ranges.append(EtcdRange(key: keys.last(source)))
      if valued.contains(source) { ranges.append(EtcdRange(prefix: keys.nows(source))) }
    }
    return ranges
  }

  func facts(_ store: ClusterStore) -> SharedFacts { SharedFacts(actions: sources.mapValues(store.facts)) }

  /// That nothing has changed which decided about the press.
  ///
  /// A comparison of a range only sees keys that exist: it finds those that were added or written, and none
  /// that were deleted. A comparison of a key finds its deletion, and not the key beside it. So both are
  /// needed. Of the boards, a deletion can only end a disagreement.
  func comparisons(
    _ store: ClusterStore, slot: Int, at revision: Int64, isQueued: Bool
  ) -> [EtcdComparison] {
    var all: [EtcdComparison] = []
    func unchanged(prefix: String) {
      all.append(EtcdComparison(prefix: prefix, .modRevision(revision + 1), .less))
    }
    func unchanged(_ key: String, _ modRevision: Int64?) {
      all.append(
        modRevision.map { EtcdComparison(key: key, .modRevision($0)) }
          ?? EtcdComparison(key: key, .createRevision(0)))
    }
    unchanged(prefix: keys.boards(action.board))
    // It also shows that this member is still there: the others must see its digest.
    unchanged(keys.board(action.board, member), store.boards[action.board]?[member]?.modRevision)

    for source in Set(addresses + [action]).sorted() {
      unchanged(prefix: keys.runs(source))
      let runs = (store.runs[source] ?? [:]).sorted { $0.key < $1.key }
      for (slot, run) in runs { unchanged(keys.run(source, slot), run.modRevision) }
      guard addresses.contains(source) else { continue }
      unchanged(keys.last(source), store.last[source]?.modRevision)
      for (slot, run) in runs where !store.isLost(run) {
        // A run that is lost meanwhile makes known facts unknown.
        if let host = run.value?.member { unchanged(keys.host(host), store.hosts[host]?.modRevision) }
        guard valued.contains(source) else { continue }
        unchanged(keys.now(source, slot), store.now[source]?[slot]?.modRevision)
      }
    }
    unchanged(keys.run(action, slot), nil)
    // Those who come after the first one in the queue are not before it.
    if shared.queueLimit != nil, !isQueued { unchanged(prefix: keys.waits(action)) }
    return all
  }
}

extension ClusterSettings {
  /// How many keys a start of the action compares at least. More than ``comparisonLimit`` are not possible.
  package func comparisons(of action: SharedAction) -> Int {
    let keys = ClusterKeys(realm: realm)
    return PressKeys(action, self, keys, member: "")
      .comparisons(ClusterStore(keys: keys), slot: 0, at: 0, isQueued: false).count
  }
}
