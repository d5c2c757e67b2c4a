/// What etcd says about itself with every answer.
package struct EtcdHeader: Sendable, Equatable {
  /// The cluster that answered.
  package var clusterID: UInt64
  /// The node that answered.
  package var memberID: UInt64
  /// The revision of the store when the answer was made: it increases by one with every transaction that
  /// changes a key.
  package var revision: Int64
  /// The number of the election that the present leader has won.
  package var raftTerm: UInt64

  package init(clusterID: UInt64 = 0, memberID: UInt64 = 0, revision: Int64, raftTerm: UInt64 = 0) {
    self.clusterID = clusterID
    self.memberID = memberID
    self.revision = revision
    self.raftTerm = raftTerm
  }
}
