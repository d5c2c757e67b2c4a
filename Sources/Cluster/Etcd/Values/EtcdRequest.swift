/// What a client can request of etcd.
package enum EtcdRequest: Sendable, Equatable {
  case transaction(EtcdTransaction)
  /// Grants a lease with this number, or with one that etcd chooses if it is 0.
  case grantLease(id: Int64, seconds: Int64)
  case keepAlive(lease: Int64)
  /// Ends a lease and deletes its keys.
  case revoke(lease: Int64)
  /// The state of the node that answers.
  case status
  /// Which nodes form the cluster.
  case members

  /// Reads all ranges at one revision.
  package static func read(_ ranges: [EtcdRange]) -> Self {
    .transaction(EtcdTransaction(success: ranges.map(EtcdOperation.range)))
  }

  /// Whether performing it twice has the same effect as once, so that it can be sent to another node although
  /// the first one may have performed it.
  package var isRepeatable: Bool {
    switch self {
    case .transaction(let transaction): transaction.isReadOnly || transaction.isRepeatable
    case .keepAlive, .status, .members: true
    case .grantLease, .revoke: false
    }
  }
}
