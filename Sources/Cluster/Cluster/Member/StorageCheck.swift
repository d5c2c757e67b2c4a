import Etcd

/// How full the store of etcd is, which it must be asked for: once it is full, it refuses all that is new.
struct StorageCheck: Sendable {
  /// When etcd is asked; nil while it is, and before this host is a member.
  var askAt: Duration?
  /// The last answer.
  var status: EtcdStatus?
  /// Whether it has refused to write since the last answer.
  var isFull = false
}

extension Member {
  var storageDeadline: Duration? { departure == nil ? storage.askAt : nil }

  mutating func advanceStorage() {
    guard let due = storage.askAt, time >= due, departure == nil else { return }
    storage.askAt = nil
    send(.status, for: .storage)
  }

  /// This host is a member from now on, maybe of another etcd.
  mutating func askForStorage() { storage.askAt = time }

  mutating func receive(status answer: Result<EtcdAnswer, EtcdFailure>) {
    if case .success(.status(_, let status)) = answer {
      storage.status = status
      storage.isFull = status.isFull
    }
    storage.askAt = time + (storage.isFull ? settings.fullStorageCheck : settings.storageCheck)
  }

  /// etcd has refused to write.
  mutating func noteFullStorage() {
    storage.isFull = true
    if storage.askAt != nil { storage.askAt = min(storage.askAt ?? time, time + settings.fullStorageCheck) }
  }

  var storageView: ClusterView.Storage {
    if storage.isFull { return .full }
    guard let status = storage.status else { return .enough }
    let quota = status.quota ?? settings.usualQuota
    return status.size * 2 < quota
      ? .enough : .scarce(size: status.size, quota: quota, isKnown: status.quota != nil)
  }
}
