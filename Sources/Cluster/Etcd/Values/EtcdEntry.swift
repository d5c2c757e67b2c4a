/// A key with its value and its revisions.
package struct EtcdEntry: Sendable, Equatable {
  package var key: String
  package var value: [UInt8]
  /// The revision of the transaction that created the key, after its last deletion.
  package var createRevision: Int64
  /// The revision of the transaction that last wrote the key.
  package var modRevision: Int64
  /// How many times the key has been written since it was created; 1 for a new one.
  package var version: Int64
  /// The lease with which the key expires; 0 if it has none.
  package var lease: Int64

  package init(
    key: String, value: [UInt8], createRevision: Int64, modRevision: Int64, version: Int64 = 1,
    lease: Int64 = 0
  ) {
    self.key = key
    self.value = value
    self.createRevision = createRevision
    self.modRevision = modRevision
    self.version = version
    self.lease = lease
  }
}
