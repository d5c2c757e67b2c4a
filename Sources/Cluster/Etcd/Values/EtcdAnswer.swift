/// What etcd answers to the requests of ``EtcdRequest``.
package enum EtcdAnswer: Sendable, Equatable {
  /// Whether the conditions held, and the result of each operation that was performed.
  case transaction(EtcdHeader, succeeded: Bool, results: [EtcdResult])
  /// A lease, and the seconds until it expires. They are 0 if a lease to keep alive has expired or never
  /// existed.
  case lease(EtcdHeader, id: Int64, seconds: Int64)
  case revoked(EtcdHeader)
  /// The state of the node that answers. It answers by itself, so it may have lost the other nodes.
  case status(EtcdHeader, EtcdStatus)
  /// The numbers of the nodes that form the cluster, as the one that answers knows them.
  case members(EtcdHeader, [UInt64])

  package var header: EtcdHeader {
    switch self {
    case .transaction(let header, _, _), .lease(let header, _, _), .revoked(let header),
      .status(let header, _), .members(let header, _):
      header
    }
  }
}
