/// Which nodes may get a request.
package enum EtcdRoute: Sendable, Equatable {
  /// Any of the named ones.
  case any
  /// One that has proven to be a node of the cluster that is meant.
  case proven(EtcdProof)
  /// Any of the named ones but these, by their addresses.
  case except([String])
  /// This one, by its address, once.
  case node(String)
}

/// What a node of the cluster knows, and a node of another one does not.
///
/// The numbers of clusters do not suffice: nodes that were set up alone in the usual way have the same one.
package struct EtcdProof: Sendable, Equatable {
  /// A key that exists.
  package var key: String
  /// A revision that the cluster has reached.
  package var revision: Int64
  package var clusterID: UInt64

  package init(key: String, revision: Int64, clusterID: UInt64) {
    (self.key, self.revision, self.clusterID) = (key, revision, clusterID)
  }

  /// What a node has to be asked.
  package var request: EtcdRequest { .read([EtcdRange(key: key)]) }

  /// Whether an answer to the request comes from the cluster.
  package func holds(for answer: EtcdAnswer) -> Bool {
    guard case .transaction(let header, true, let results) = answer,
      case .range(let entries, _)? = results.first
    else { return false }
    return header.clusterID == clusterID && header.revision >= revision && !entries.isEmpty
  }
}
