/// A guard with all negations moved down to single facts, by De Morgan's laws.
///
/// Kleene's logic of true, false and unknown keeps its results under these laws, and without negations above
/// the facts a result is true exactly when enough single requirements are. So one question is left to ask of
/// a requirement: does it certainly hold? Unknown, also negated, does not.
enum GuardExpression: Sendable, Hashable {
  /// Holds when all parts hold, also when there is none.
  case all([GuardExpression])
  /// Holds when one of its parts holds.
  case any([GuardExpression])
  case fact(GuardFact, expected: Bool)
  case comparison(GuardComparison)

  /// Parts joined by one operator, without needless levels.
  static func joined(_ parts: [GuardExpression], any: Bool) -> GuardExpression {
    let flat = parts.flatMap { part in
      switch part {
      case .all(let inner) where !any: inner
      case .any(let inner) where any: inner
      default: [part]
      }
    }
    if flat.count == 1 { return flat[0] }
    return any ? .any(flat) : .all(flat)
  }

  func holds(in facts: some GuardFacts) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.holds(in: facts) }
    case .any(let parts): parts.contains { $0.holds(in: facts) }
    case .fact(let fact, let expected): fact.holds(in: facts) == expected
    case .comparison(let comparison): comparison.holds(in: facts) == true
    }
  }

  /// What is left when everything that holds is taken away from an expression that does not.
  func remainder(in facts: some GuardFacts) -> GuardExpression {
    switch self {
    case .all(let parts):
      .joined(parts.filter { !$0.holds(in: facts) }.map { $0.remainder(in: facts) }.unique, any: false)
    case .any(let parts):
      .joined(parts.map { $0.remainder(in: facts) }.unique, any: true)
    case .fact, .comparison: self
    }
  }

  /// The parts that must all hold.
  var conjuncts: [GuardExpression] {
    if case .all(let parts) = self { parts } else { [self] }
  }

  /// Every fact it uses, from left to right, with repetitions.
  var facts: [GuardFact] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.facts)
    case .fact(let fact, _): [fact]
    case .comparison(let comparison):
      [comparison.left, comparison.right].compactMap(\.fact)
    }
  }
}

extension GuardExpression: CustomStringConvertible {
  /// In words: "build.succeeded and not deploy.running".
  var description: String {
    switch self {
    case .all(let parts): parts.map(\.inParentheses).joined(separator: " and ")
    case .any(let parts): parts.map(\.inParentheses).joined(separator: " or ")
    case .fact(let fact, let expected): expected ? fact.description : "not \(fact)"
    case .comparison(let comparison): comparison.description
    }
  }

  /// With parentheses where it joins parts, for use inside another one.
  var inParentheses: String {
    switch self {
    case .all, .any: "(\(self))"
    case .fact, .comparison: description
    }
  }
}

extension Array where Element: Hashable {
  /// Without repetitions, in the order of first appearance.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
