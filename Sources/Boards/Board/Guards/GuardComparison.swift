/// A comparison in a guard, such as `build.progress >= 50`.
struct GuardComparison: Sendable, Hashable {
  let left: Operand
  let relation: Relation
  let right: Operand

  /// Stored apart, since most parts of guards are facts and would be as large.
  indirect enum Operand: Sendable, Hashable {
    case fact(GuardFact)
    /// A number, and its text in the guard.
    case number(Double, String)
    case text(String)
    /// A duration, and its text in the guard.
    case duration(Duration, String)
  }

  enum Relation: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// The relation that holds if and only if this one does not.
    var opposite: Relation {
      switch self {
      case .equal: .notEqual
      case .notEqual: .equal
      case .less: .greaterOrEqual
      case .lessOrEqual: .greater
      case .greater: .lessOrEqual
      case .greaterOrEqual: .less
      }
    }

    /// The relation that holds if and only if this one holds for the operands in reverse order.
    var mirrored: Relation {
      switch self {
      case .equal, .notEqual: self
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      }
    }

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
      switch self {
      case .equal: left == right
      case .notEqual: left != right
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      }
    }
  }

  var negated: GuardComparison {
    GuardComparison(left: left, relation: relation.opposite, right: right)
  }

  /// Whether it holds; nil if a value is missing, or is compared with a number but is not a number.
  ///
  /// A value is compared with text as text, in lexicographic order, and with a number as a number. Two values
  /// are compared as numbers if both are numbers. Durations are compared with durations only.
  func holds(in facts: some GuardFacts) -> Bool? {
    if let left = left.duration(in: facts), let right = right.duration(in: facts) {
      return relation.holds(left, right)
    }
    guard let left = left.value(in: facts), let right = right.value(in: facts) else { return nil }
    if let leftNumber = left.number, let rightNumber = right.number {
      return relation.holds(leftNumber, rightNumber)
    }
    guard let leftText = left.text, let rightText = right.text else { return nil }
    return relation.holds(leftText, rightText)
  }
}

extension GuardComparison: CustomStringConvertible {
  var description: String { "\(left) \(relation.rawValue) \(right)" }
}

extension GuardComparison.Operand: CustomStringConvertible {
  var description: String {
    switch self {
    case .fact(let fact): fact.description
    case .number(_, let text), .duration(_, let text): text
    case .text(let text): "\"\(text)\""
    }
  }

  /// The value of the operand as a number, as text, or both; nil if there is no value.
  fileprivate func value(in facts: some GuardFacts) -> (number: Double?, text: String?)? {
    switch self {
    case .number(let number, _): return (number, nil)
    case .text(let text): return (nil, text)
    case .fact(.action(let id, .value)):
      guard let text = facts.action(id)?.value else { return nil }
      // NaN is not ordered, so the result of a comparison is unknown.
      let number = Double(text.drop(while: \.isWhitespace)).flatMap { $0.isNaN ? nil : $0 }
      return (number, text)
    case .fact(.action(let id, .progress)):
      guard let progress = facts.action(id)?.progress, progress.isFinite else { return nil }
      // 0.29 * 100 is slightly less than 29.
      return ((progress * 100_000_000).rounded() / 1_000_000, nil)
    case .fact(.action(let id, .restarts)):
      return facts.action(id)?.restarts.map { (Double($0), nil) }
    case .fact, .duration: return nil
    }
  }

  /// The value of the operand as a duration; nil if there is no value, or if it is not a duration.
  fileprivate func duration(in facts: some GuardFacts) -> Duration? {
    switch self {
    case .duration(let duration, _): duration
    case .fact(.action(let id, .age)): facts.action(id)?.age
    case .fact, .number, .text: nil
    }
  }
}
