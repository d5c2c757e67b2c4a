internal import Cluster
internal import SignalboxCore

/// What is wrong with the etcd by which actions are shared.
enum ClusterTrouble: Equatable {
  /// It has lost its data. That stays until a person dismisses it.
  case lost(DataLoss)
  /// It does not let this host be a member, and why.
  case refused(String)
  /// The nodes that the board names are not known to be one cluster: a sentence.
  case divided(String)
  /// etcd does not answer, and why.
  case silent(ClusterSilence)
  /// It refuses to write.
  case full
  /// At least half of its quota is used.
  case scarce(size: Int64, quota: Int64, isKnown: Bool)
  /// A key of the realm that signalbox does not write, or whose value it cannot read, and how many more.
  case foreign(key: String, others: Int)

  /// The most important trouble; nil for none.
  init?(_ view: ClusterView) {
    if let loss = view.dataLoss {
      self = .lost(loss)
    } else if let refusal = view.refusal {
      self = .refused(refusal)
    } else if let division = view.division {
      self = .divided(division)
    } else if let silence = view.connection.silence {
      // A member that joins is not in trouble before etcd fails to answer.
      if silence.isUsual { return nil }
      self = .silent(silence)
    } else if view.storage == .full {
      self = .full
    } else if let key = view.foreign.first {
      self = .foreign(key: key, others: view.foreign.count - 1)
    } else if case .scarce(let size, let quota, let isKnown) = view.storage {
      self = .scarce(size: size, quota: quota, isKnown: isKnown)
    } else {
      return nil
    }
  }

  /// The trouble of an observer, which does not ask how full the store is.
  init?(_ view: RealmView) {
    if let division = view.division {
      self = .divided(division)
    } else if let silence = view.connection.silence {
      self = .silent(silence)
    } else if let key = view.foreign.first {
      self = .foreign(key: key, others: view.foreign.count - 1)
    } else {
      return nil
    }
  }

  /// Whether this is the same trouble, which goes on, though the words may differ.
  func continues(_ earlier: ClusterTrouble) -> Bool {
    switch (self, earlier) {
    case (.silent(let now), .silent(let before)): now.since == before.since
    case (.lost, .lost), (.refused, .refused), (.divided, .divided), (.full, .full), (.scarce, .scarce): true
    case (.foreign(let now, _), .foreign(let before, _)): now == before
    default: false
    }
  }

  func words(_ times: ClusterTimes) -> String {
    switch self {
    case .lost(let loss): "\(loss)"
    case .refused(let reason): "it does not let this machine take part: \(reason)"
    case .divided(let reason): reason
    case .silent(let silence): silence.words(times)
    case .full: "its store is full: it accepts no start until it has been compacted and its alarm is cleared"
    case .scarce(let size, let quota, let isKnown):
      "its store has \(Self.megabytes(size)), at least half of \(isKnown ? "its" : "the usual") quota of "
        + "\(Self.megabytes(quota)): it refuses to write when that is reached"
    case .foreign(let key, let others):
      "the key \(key) is not signalbox's, or cannot be read" + (others > 0 ? " (and \(others) more)" : "")
    }
  }

  private static func megabytes(_ bytes: Int64) -> String { "\(bytes >> 20) MiB" }
}
