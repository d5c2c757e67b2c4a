import Etcd

/// What etcd stores, or the part of it that was read, at one revision.
struct ClusterStore: Sendable, Equatable {
  let keys: ClusterKeys
  var hosts: [String: Stored<HostValue>] = [:]
  var boards: [String: [String: Stored<BoardValue>]] = [:]
  var runs: [ActionAddress: [Int: Stored<RunValue>]] = [:]
  var last: [ActionAddress: Stored<LastValue>] = [:]
  var now: [ActionAddress: [Int: Stored<NowValue>]] = [:]
  var waits: [ActionAddress: [RunID: Stored<WaitValue>]] = [:]
  /// The keys that signalbox does not write, or whose values it cannot read.
  var foreign: Set<String> = []

  init(keys: ClusterKeys) { self.keys = keys }

  init(keys: ClusterKeys, results: [EtcdResult]) {
    self.keys = keys
    for case .range(let entries, _) in results {
      for entry in entries { put(entry) }
    }
  }

  mutating func put(_ entry: EtcdEntry) {
    guard let key = ClusterKey(entry.key, in: keys) else {
      foreign.insert(entry.key)
      return
    }
    switch key {
    case .host(let member): hosts[member] = read(entry)
    case .board(let board, let member): boards[board, default: [:]][member] = read(entry)
    case .run(let action, let slot): runs[action, default: [:]][slot] = read(entry)
    case .last(let action): last[action] = read(entry)
    case .now(let action, let slot): now[action, default: [:]][slot] = read(entry)
    case .wait(let action, let run): waits[action, default: [:]][run] = read(entry)
    // The log is for people, and is not kept in memory.
    case .log: break
    }
  }

  mutating func remove(_ name: String) {
    foreign.remove(name)
    guard let key = ClusterKey(name, in: keys) else { return }
    switch key {
    case .host(let member): hosts[member] = nil
    case .board(let board, let member): boards[board]?[member] = nil
    case .run(let action, let slot):
      runs[action]?[slot] = nil
      if runs[action]?.isEmpty == true { runs[action] = nil }
    case .last(let action): last[action] = nil
    case .now(let action, let slot):
      now[action]?[slot] = nil
      if now[action]?.isEmpty == true { now[action] = nil }
    case .wait(let action, let run):
      waits[action]?[run] = nil
      if waits[action]?.isEmpty == true { waits[action] = nil }
    case .log: break
    }
  }

  private mutating func read<Value: Decodable>(_ entry: EtcdEntry) -> Stored<Value> {
    let value: Value? = StoredJSON.value(entry.value)
    if value == nil { foreign.insert(entry.key) } else { foreign.remove(entry.key) }
    return Stored(value: value, createRevision: entry.createRevision, modRevision: entry.modRevision)
  }
}
