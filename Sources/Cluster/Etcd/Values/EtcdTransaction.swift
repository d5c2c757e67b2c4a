/// Operations that are performed together, or not at all.
package struct EtcdTransaction: Sendable, Equatable {
  /// The conditions, which must all hold. Without conditions they do.
  package var comparisons: [EtcdComparison]
  /// What is done if they hold.
  package var success: [EtcdOperation]
  /// What is done if one does not hold.
  package var failure: [EtcdOperation]
  /// Whether its sender says that performing it twice has the same effect as once, and that the answer to
  /// either will do.
  package var isRepeatable: Bool

  package init(
    comparisons: [EtcdComparison] = [], success: [EtcdOperation] = [], failure: [EtcdOperation] = [],
    isRepeatable: Bool = false
  ) {
    self.comparisons = comparisons
    self.success = success
    self.failure = failure
    self.isRepeatable = isRepeatable
  }

  /// Whether it changes nothing, whatever its conditions say.
  package var isReadOnly: Bool { (success + failure).allSatisfy(\.isReadOnly) }
}

/// A part of a transaction.
package enum EtcdOperation: Sendable, Equatable {
  case range(EtcdRange)
  /// Writes a key. It expires with the lease, unless that is 0.
  case put(key: String, value: [UInt8], lease: Int64)
  case delete(EtcdRange)

  fileprivate var isReadOnly: Bool {
    if case .range = self { true } else { false }
  }
}

/// What an operation of a transaction has returned.
package enum EtcdResult: Sendable, Equatable {
  /// The entries in the order of their keys, and whether the limit left out others.
  case range(entries: [EtcdEntry], more: Bool)
  case put
  /// The number of deleted keys.
  case deleted(count: Int64)
}
