import Etcd

/// A key of this member that must go: a claim that came late, or a place in a queue that is not wanted any
/// more.
struct ObsoleteKey: Sendable, Hashable {
  let key: String
  /// The claim; nil for whatever is there.
  let createRevision: Int64?
}

struct ObsoleteKeys: Sendable {
  /// When the deletion is sent; nil while it is.
  private(set) var due: [ObsoleteKey: Duration?] = [:]
  private var pauses: [ObsoleteKey: Pause] = [:]

  var deadline: Duration? { due.values.compactMap { $0 }.min() }
  var isEmpty: Bool { due.isEmpty }

  mutating func expect(_ key: ObsoleteKey, at time: Duration) {
    if due[key] == nil { due[key] = .some(time) }
  }

  mutating func take(at time: Duration) -> [ObsoleteKey] {
    let taken = due.filter { $0.value.map { $0 <= time } ?? false }.keys.sorted { $0.key < $1.key }
    for key in taken { due[key] = .some(nil) }
    return taken
  }

  mutating func postpone(_ key: ObsoleteKey, at time: Duration, _ settings: ClusterSettings) {
    due[key] = .some(time + pauses[key, default: Pause()].next(settings))
  }

  mutating func remove(_ key: ObsoleteKey) {
    due[key] = nil
    pauses[key] = nil
  }
}

extension Member {
  mutating func advanceObsoleteKeys() {
    for key in obsoleteKeys.take(at: time) {
      let comparisons = key.createRevision.map { [EtcdComparison(key: key.key, .createRevision($0))] }
      let transaction = EtcdTransaction(
        comparisons: comparisons ?? [], success: [.delete(EtcdRange(key: key.key))], isRepeatable: true)
      send(.transaction(transaction), for: .obsolete(key))
    }
  }

  mutating func receive(_ answer: Result<EtcdAnswer, EtcdFailure>, toDeletionOf key: ObsoleteKey) {
    if case .success = answer {
      obsoleteKeys.remove(key)
    } else {
      obsoleteKeys.postpone(key, at: time, settings)
    }
  }
}
