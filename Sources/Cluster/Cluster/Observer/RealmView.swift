package import Etcd

/// What etcd knows of all boards of a realm, to be shown.
package struct RealmView: Sendable, Equatable {
  /// A box that is connected.
  package struct Member: Sendable, Equatable {
    /// Random, and new with each life of a box.
    package var id: String
    package var value: HostValue
    /// The boards whose actions it shares.
    package var boards: [String]
  }

  /// A shared action.
  package struct Action: Sendable, Equatable {
    package var address: ActionAddress
    /// Whether a box that is connected shares it. Otherwise only its runs and its last result are known.
    package var isShared: Bool
    /// In the order of their slots.
    package var runs: [ClusterView.Run]
    package var last: LastValue?
    /// Who waits for the end of a run, in their order.
    package var queue: [WaitValue]
    /// Why nobody can start it: "ada's laptop and bob's desk have different definitions"; nil for nothing.
    package var disagreement: String?
  }

  package var connection: ClusterView.Connection
  /// By the names of their hosts and users.
  package var members: [Member]
  /// By board and name.
  package var actions: [Action]
  /// Keys that signalbox does not write, or whose values it cannot read.
  package var foreign: [String]
  /// Why the nodes of etcd are not one cluster: a sentence; nil if that is not known of any.
  package var division: String?

  /// What was read at one moment.
  package init(realm: String, results: [EtcdResult], at time: Duration) {
    let store = ClusterStore(keys: ClusterKeys(realm: realm), results: results)
    self.init(store, connection: .connected, heard: LastWords()) { _ in time }
  }

  /// All that has to be read for a view of a realm.
  package static func ranges(ofRealm realm: String) -> [EtcdRange] { ClusterKeys(realm: realm).allButLogs }

  init(
    _ store: ClusterStore, connection: ClusterView.Connection, heard: LastWords,
    lostSince: (Losses.Run) -> Duration?
  ) {
    self.connection = connection
    foreign = store.foreign.sorted()
    members = store.hosts.compactMap { id, stored in
      stored.value.map { value in
        Member(id: id, value: value, boards: store.boards.filter { $0.value[id] != nil }.keys.sorted())
      }
    }
    .sorted {
      ($0.value.host, $0.value.user, $0.value.started, $0.id)
        < ($1.value.host, $1.value.user, $1.value.started, $1.id)
    }
    let shared = store.boards.flatMap { board, members in
      members.values.compactMap(\.value).flatMap(\.actions.keys).map {
        ActionAddress(board: board, action: $0)
      }
    }
    let isShared = Set(shared)
    actions = isShared.union(store.runs.keys).union(store.last.keys).sorted().map { address in
      Action(
        address: address, isShared: isShared.contains(address),
        runs: (store.runs[address] ?? [:]).sorted { $0.key < $1.key }.compactMap { slot, run in
          store.run(run, address, slot, isMine: false, heard: heard, lostSince: lostSince)
        },
        last: store.last[address]?.value,
        queue: (store.waits[address] ?? [:]).values.sorted { $0.createRevision < $1.createRevision }
          .compactMap(\.value),
        disagreement: store.disagreement(about: address))
    }
  }
}

extension ClusterStore {
  /// Which boxes differ about an action; nil if all that have its board define it in the same way.
  fileprivate func disagreement(about action: ActionAddress) -> String? {
    let boards = (boards[action.board] ?? [:]).sorted { $0.key < $1.key }
    guard let first = boards.first,
      let other = boards.first(where: {
        $0.value.value?.actions[action.action] != first.value.value?.actions[action.action]
      })
    else { return nil }
    return "\(owner(first.key)) and \(owner(other.key)) have different definitions"
  }
}
