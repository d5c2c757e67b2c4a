/// A condition of a transaction, on one key or on all keys of a range.
///
/// A range without keys fulfils every condition, also one whose keys were deleted. A single key that does not
/// exist has the revisions and the version 0, and its value cannot be compared: the condition fails.
package struct EtcdComparison: Sendable, Equatable {
  /// What is compared, and with what.
  package enum Target: Sendable, Equatable {
    case createRevision(Int64)
    case modRevision(Int64)
    case value([UInt8])
    case version(Int64)
  }

  /// How what is stored must relate to the target.
  package enum Relation: String, Sendable, Equatable {
    case equal = "EQUAL"
    case less = "LESS"
    case greater = "GREATER"
    case notEqual = "NOT_EQUAL"
  }

  /// The key, or the first one of a range.
  package var key: String
  /// The first key after the range; nil for a single key.
  package var end: String?
  package var target: Target
  package var relation: Relation

  package init(key: String, end: String? = nil, _ target: Target, _ relation: Relation = .equal) {
    self.key = key
    self.end = end
    self.target = target
    self.relation = relation
  }

  /// A condition on all keys that begin with the prefix.
  package init(prefix: String, _ target: Target, _ relation: Relation) {
    self.init(key: prefix, end: EtcdRange.end(ofPrefix: prefix), target, relation)
  }
}
