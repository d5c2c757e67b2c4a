package import Etcd

/// What an etcd knows of its members, by which somebody who is none of them tells whether a node is of the
/// same cluster.
package struct NodeEvidence: Sendable, Equatable {
  private let cluster: UInt64
  private let revision: Int64
  /// The create revisions of the keys of members.
  private let hosts: [String: Int64]
  /// Those that the node knows, and the cluster did not.
  private let others: [String: Int64]

  init(cluster: UInt64, revision: Int64, hosts: [String: Int64], others: [String: Int64] = [:]) {
    (self.cluster, self.revision, self.hosts, self.others) = (cluster, revision, hosts, others)
  }

  /// - Parameter results: All keys of a realm, as ``RealmView/ranges(ofRealm:)`` says.
  package init(realm: String, _ header: EtcdHeader, _ results: [EtcdResult]) {
    let prefix = ClusterKeys(realm: realm).hosts
    let hosts = Self.revisions(in: results).filter { $0.key.hasPrefix(prefix) }
    self.init(cluster: header.clusterID, revision: header.revision, hosts: hosts)
  }

  /// What is to be asked of a node.
  package static func request(realm: String) -> EtcdRequest {
    .read([EtcdRange(prefix: ClusterKeys(realm: realm).hosts, keysOnly: true)])
  }

  /// What a node does not know, or knows alone.
  /// - Returns: Nil if it knows the same.
  package func missing(in answer: EtcdAnswer) -> Self? {
    guard case .transaction(let header, true, let results) = answer else { return self }
    let known = Self.revisions(in: results)
    let missing = hosts.filter { known[$0.key] != $0.value }
    let others = known.filter { hosts[$0.key] != $0.value }
    guard
      header.clusterID != cluster || header.revision < revision || !missing.isEmpty || !others.isEmpty
    else { return nil }
    return Self(cluster: cluster, revision: revision, hosts: missing, others: others)
  }

  /// Whether the cluster still knows what the node did not, or still does not know what the node did: then
  /// the node belongs to another one.
  package func isConfirmed(by answer: EtcdAnswer) -> Bool {
    guard case .transaction(let header, true, let results) = answer, header.clusterID == cluster,
      header.revision >= revision
    else { return false }
    let known = Self.revisions(in: results)
    return hosts.isEmpty && others.isEmpty || hosts.contains { known[$0.key] == $0.value }
      || others.contains { known[$0.key] != $0.value }
  }

  private static func revisions(in results: [EtcdResult]) -> [String: Int64] {
    var revisions: [String: Int64] = [:]
    for case .range(let entries, _) in results {
      for entry in entries { revisions[entry.key] = entry.createRevision }
    }
    return revisions
  }
}
