/// A guard in negation normal form: all negations have been moved to the facts, by De Morgan's laws.
///
/// The laws also hold in Kleene's three-valued logic. Without negated subexpressions, the result is true if
/// and only if enough of the facts have their expected values. So false and unknown need not be
/// distinguished.
enum GuardExpression: Sendable, Hashable {
  /// Holds if all parts hold, or if there are none.
  case all([GuardExpression])
  /// Holds if at least one of its parts holds.
  case any([GuardExpression])
  case fact(GuardFact, expected: Bool)
  case comparison(GuardComparison)

  /// Combines parts, without nesting the same operator or a single part.
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

  /// An expression that does not hold, without the parts that hold.
  func remainder(in facts: some GuardFacts) -> GuardExpression {
    switch self {
    case .all(let parts):
      .joined(parts.filter { !$0.holds(in: facts) }.map { $0.remainder(in: facts) }.unique, any: false)
    case .any(let parts):
      .joined(parts.map { $0.remainder(in: facts) }.unique, any: true)
    case .fact, .comparison: self
    }
  }

  /// The expression with conditions that hold instead of those on certain facts.
  func granting(_ isGranted: (GuardFact) -> Bool) -> GuardExpression {
    switch self {
    case .all(let parts): .all(parts.map { $0.granting(isGranted) })
    case .any(let parts): .any(parts.map { $0.granting(isGranted) })
    case .fact, .comparison: facts.contains(where: isGranted) ? .all([]) : self
    }
  }

  /// The parts that must all hold.
  var conjuncts: [GuardExpression] {
    if case .all(let parts) = self { parts } else { [self] }
  }

  /// The comparisons, from left to right, including repetitions.
  var comparisons: [GuardComparison] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.comparisons)
    case .fact: []
    case .comparison(let comparison): [comparison]
    }
  }

  /// The actions that it needs to run or to be ready.
  var neededActions: [String] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.neededActions)
    case .fact(.action(let id, .running), expected: true), .fact(.action(let id, .ready), expected: true):
      [id]
    case .fact, .comparison: []
    }
  }

  /// The actions whose runs make parts of it hold, or are what it compares.
  var startedActions: [String] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.startedActions)
    case .fact(.action(let id, let property), expected: true) where property.needsRun: [id]
    case .fact: []
    case .comparison: facts.compactMap(\.actionName)
    }
  }

  /// The facts that it reads, from left to right, including repetitions.
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
  /// The expression in words: "build.succeeded and not deploy.running".
  var description: String {
    switch self {
    case .all(let parts): parts.map(\.inParentheses).joined(separator: " and ")
    case .any(let parts): parts.map(\.inParentheses).joined(separator: " or ")
    case .fact(let fact, let expected): expected ? fact.description : "not \(fact)"
    case .comparison(let comparison): comparison.description
    }
  }

  /// The description as part of another expression, in parentheses if necessary.
  var inParentheses: String {
    switch self {
    case .all, .any: "(\(self))"
    case .fact, .comparison: description
    }
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrence.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
