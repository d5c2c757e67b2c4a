/// The state of a node of etcd.
package struct EtcdStatus: Sendable, Equatable {
  package var version: String
  /// The leader that the node knows; 0 for none.
  package var leader: UInt64
  /// The size of its file in bytes.
  package var size: Int64
  /// The size at which it refuses to write, in bytes; nil before etcd 3.6, which does not say.
  package var quota: Int64?
  /// What it reports as wrong, such as an alarm of the kind `NOSPACE`.
  package var errors: [String]

  package init(
    version: String, leader: UInt64 = 0, size: Int64 = 0, quota: Int64? = nil, errors: [String] = []
  ) {
    (self.version, self.leader, self.size, self.quota) = (version, leader, size, quota)
    self.errors = errors
  }

  /// Whether its store is full, so that it refuses to write.
  package var isFull: Bool { errors.contains { $0.contains("NOSPACE") } }
}
