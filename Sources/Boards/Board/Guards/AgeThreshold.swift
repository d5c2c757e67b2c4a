/// The age of a result at which a comparison in a guard changes.
///
/// `test.age < 1h` changes at an age of one hour. `test.age <= 1h` still holds then, and changes a nanosecond
/// later, the resolution of the clocks.
package struct AgeThreshold: Sendable, Hashable {
  /// The action whose age is compared.
  package let action: String
  /// The lowest age after the change.
  package let age: Duration
}

extension GuardComparison {
  /// When the comparison changes as time passes; nil if it does not. Two ages grow together, so their order
  /// remains.
  var ageThreshold: AgeThreshold? {
    switch (left, right) {
    case (.fact(.action(let id, .age)), .duration(let limit, _)): Self.threshold(of: id, relation, limit)
    case (.duration(let limit, _), .fact(.action(let id, .age))):
      Self.threshold(of: id, relation.mirrored, limit)
    default: nil
    }
  }

  private static func threshold(of id: String, _ relation: Relation, _ limit: Duration) -> AgeThreshold? {
    switch relation {
    case .less, .greaterOrEqual: AgeThreshold(action: id, age: limit)
    case .lessOrEqual, .greater: AgeThreshold(action: id, age: limit + .nanoseconds(1))
    case .equal, .notEqual: nil
    }
  }
}
