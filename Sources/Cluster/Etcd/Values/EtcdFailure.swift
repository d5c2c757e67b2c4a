/// Why a request has no answer of etcd that helps. The text of a case says which endpoint, and what happened.
package enum EtcdFailure: Error, Sendable, Equatable {
  /// No endpoint received the request.
  case unreachable(String)
  /// The request was sent, and whether it was performed is not known: no answer came in time, the connection
  /// was lost, or the answer is incomplete.
  case noAnswer(String)
  /// etcd refused the request, with this code of gRPC.
  case refused(code: Int, String)
  /// The store of etcd is full. Reading and deleting are still possible.
  case noSpace
  /// User and password were refused, or do not suffice for the keys; or the password cannot be read.
  case authentication(String)
  /// The lease of a key to write, or a lease to revoke, has expired or never existed.
  case leaseNotFound
  /// The nodes that can be reached have no leader, because they are too few. The request was not performed.
  case noLeader(String)
  /// Something else than etcd answers.
  case notEtcd(String)
  /// The nodes that can be reached belong to another etcd. The request was not sent to them.
  case otherCluster(String)
  /// The version of etcd is older than 3.4.
  case tooOld(version: String)

  /// Whether the request may have been performed.
  package var mayHaveBeenApplied: Bool {
    if case .noAnswer = self { true } else { false }
  }
}

extension EtcdFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreachable(let reason), .noAnswer(let reason), .authentication(let reason), .noLeader(let reason),
      .notEtcd(let reason), .otherCluster(let reason):
      reason
    case .refused(let code, let reason): "etcd refuses: \(reason) (code \(code))"
    case .noSpace: "the store of etcd is full"
    case .leaseNotFound: "the lease has expired"
    case .tooOld(let version): "etcd is version \(version), and 3.4 or newer is needed"
    }
  }
}
