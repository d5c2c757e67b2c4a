/// Why a request has no answer after it was sent to several nodes.
struct RoundFailures {
  private var failures: [EtcdFailure] = []

  mutating func add(_ failure: EtcdFailure) { failures.append(failure) }

  /// Whether every node has failed for a reason that time does not change.
  var areFinal: Bool {
    failures.allSatisfy { failure in
      switch failure {
      case .notEtcd, .tooOld, .otherCluster: true
      default: false
      }
    }
  }

  /// The failure that says most, with the reasons of all nodes that failed in the same way. Nil if there are
  /// none.
  var summary: EtcdFailure? {
    guard let rank = failures.map(Self.rank).max() else { return nil }
    let alike = failures.filter { Self.rank($0) == rank }
    var reasons: [String] = []
    for failure in alike where !reasons.contains("\(failure)") { reasons.append("\(failure)") }
    let text = reasons.joined(separator: "; ")
    return switch alike[0] {
    case .unreachable: .unreachable(text)
    case .noAnswer: .noAnswer(text)
    case .noLeader: .noLeader(text)
    case .notEtcd: .notEtcd(text)
    case .otherCluster: .otherCluster(text)
    default: alike[0]
    }
  }

  /// A request that may have been performed says most, and a node that cannot be reached least.
  private static func rank(_ failure: EtcdFailure) -> Int {
    switch failure {
    case .noAnswer: 6
    case .noLeader: 5
    case .otherCluster: 4
    case .tooOld: 3
    case .notEtcd: 2
    case .unreachable: 1
    case .refused, .noSpace, .authentication, .leaseNotFound: 7
    }
  }
}
