import Etcd

/// A key of this member that must go: a claim that came late, or a place in a queue that is not wanted any
/// more.
struct StrayRun: Sendable, Hashable {
  let key: String
  /// The claim; nil for whatever is there.
  let createRevision: Int64?
}

struct Strays: Sendable {
  /// When the deletion is sent; nil while it is.
  private(set) var due: [StrayRun: Duration?] = [:]
  private var pauses: [StrayRun: Pause] = [:]

  var deadline: Duration? { due.values.compactMap { $0 }.min() }
  var isEmpty: Bool { due.isEmpty }

  mutating func expect(_ stray: StrayRun, at time: Duration) {
    if due[stray] == nil { due[stray] = .some(time) }
  }

  mutating func take(at time: Duration) -> [StrayRun] {
    let taken = due.filter { $0.value.map { $0 <= time } ?? false }.keys.sorted { $0.key < $1.key }
    for stray in taken { due[stray] = .some(nil) }
    return taken
  }

  mutating func postpone(_ stray: StrayRun, at time: Duration, _ settings: ClusterSettings) {
    due[stray] = .some(time + pauses[stray, default: Pause()].next(settings))
  }

  mutating func remove(_ stray: StrayRun) {
    due[stray] = nil
    pauses[stray] = nil
  }
}

extension Member {
  mutating func advanceStrays() {
    for stray in strays.take(at: time) {
      let comparisons = stray.createRevision.map { [EtcdComparison(key: stray.key, .createRevision($0))] }
      let transaction = EtcdTransaction(
        comparisons: comparisons ?? [], success: [.delete(EtcdRange(key: stray.key))], isRepeatable: true)
      send(.transaction(transaction), for: .stray(stray))
    }
  }

  mutating func receive(_ answer: Result<EtcdAnswer, EtcdFailure>, toStray stray: StrayRun) {
    if case .success = answer { strays.remove(stray) } else { strays.postpone(stray, at: time, settings) }
  }
}
