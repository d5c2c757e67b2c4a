/// One row of a guard that is written as a tree: a condition, or what follows must hold together.
package struct GuardPart: Sendable, Equatable {
  /// What a row says.
  package enum Kind: Sendable, Equatable {
    /// All rows below it that are one step deeper must hold.
    case all
    /// At least one of the rows below it that are one step deeper must hold.
    case any
    /// The fact must have this value.
    case fact(GuardFact, expected: Bool)
    /// A comparison as it is written in guards, and the facts that it reads.
    case comparison(String, [GuardFact])
  }

  package let kind: Kind
  /// How many rows it is inside of.
  package let depth: Int
  /// Whether it holds; nil if that is unknown.
  package let holds: Bool?

  package init(_ kind: Kind, depth: Int = 0, holds: Bool?) {
    self.kind = kind
    self.depth = depth
    self.holds = holds
  }
}

extension Guard {
  /// The rows of the guard, from top to bottom; none if there is no guard.
  package func parts(in facts: some GuardFacts) -> [GuardPart] {
    if case .all(let parts) = expression { return parts.flatMap { $0.parts(in: facts, depth: 0) } }
    return expression.parts(in: facts, depth: 0)
  }
}

extension GuardExpression {
  fileprivate func parts(in facts: some GuardFacts, depth: Int) -> [GuardPart] {
    let truth = truth(in: facts)
    switch self {
    case .all(let parts):
      return [GuardPart(.all, depth: depth, holds: truth)]
        + parts.flatMap { $0.parts(in: facts, depth: depth + 1) }
    case .any(let parts):
      return [GuardPart(.any, depth: depth, holds: truth)]
        + parts.flatMap { $0.parts(in: facts, depth: depth + 1) }
    case .fact(let fact, let expected):
      return [GuardPart(.fact(fact, expected: expected), depth: depth, holds: truth)]
    case .comparison(let comparison):
      let mentions = [comparison.left, comparison.right].compactMap(\.fact)
      return [GuardPart(.comparison("\(comparison)", mentions), depth: depth, holds: truth)]
    }
  }

  /// Whether it holds, in Kleene's logic; nil if that is unknown.
  private func truth(in facts: some GuardFacts) -> Bool? {
    switch self {
    case .all(let parts):
      let truths = parts.map { $0.truth(in: facts) }
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    case .any(let parts):
      let truths = parts.map { $0.truth(in: facts) }
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    case .fact(let fact, let expected): return fact.holds(in: facts).map { $0 == expected }
    case .comparison(let comparison): return comparison.holds(in: facts)
    }
  }
}
