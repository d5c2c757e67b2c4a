import Etcd

/// The names of the keys of a realm.
struct ClusterKeys: Sendable, Equatable {
  /// The prefix of all keys of the realm.
  let root: String

  init(realm: String) { root = "/signalbox/1/\(realm)/" }

  var hosts: String { root + "host/" }
  func host(_ member: String) -> String { hosts + member }

  func boards(_ board: String) -> String { root + "board/\(board)/" }
  func board(_ board: String, _ member: String) -> String { boards(board) + member }

  func runs(_ action: ActionAddress) -> String { root + "run/\(action)/" }
  func run(_ action: ActionAddress, _ slot: Int) -> String { runs(action) + String(slot) }

  func last(_ action: ActionAddress) -> String { root + "last/\(action)" }

  func nows(_ action: ActionAddress) -> String { root + "now/\(action)/" }
  func now(_ action: ActionAddress, _ slot: Int) -> String { nows(action) + String(slot) }

  func waits(_ action: ActionAddress) -> String { root + "wait/\(action)/" }
  func wait(_ action: ActionAddress, _ run: RunID) -> String { waits(action) + run.rawValue }

  var logs: String { root + "log/" }
  /// The order of the keys is that of the revisions.
  func log(_ revision: Int64, _ run: RunID) -> String {
    let digits = String(max(revision, 0))
    return logs + String(repeating: "0", count: max(0, 19 - digits.count)) + digits + "-" + run.rawValue
  }
}

extension ClusterKeys {
  /// All keys but the log, which is for people.
  var allButLogs: [EtcdRange] {
    [
      EtcdRange(first: root, end: logs),
      EtcdRange(first: EtcdRange.end(ofPrefix: logs), end: EtcdRange.end(ofPrefix: root)),
    ]
  }
}
