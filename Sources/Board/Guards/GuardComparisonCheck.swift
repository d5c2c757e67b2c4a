import Configuration

extension GuardComparison {
  /// Why the comparison is a mistake for any values; nil if it is not.
  var mistake: (message: String, hint: String?)? {
    let facts = [left, right].compactMap(\.fact)
    if let condition = facts.first(where: \.isCondition) {
      return (
        "\(quoted(condition.description)) is true or false and cannot be compared",
        "write `\(condition)` or `!\(condition)`"
      )
    }
    if facts.isEmpty {
      return ("a comparison of two constants", nil)
    }
    for case .action(let id, .progress) in facts {
      for case .text(let text) in [left, right] {
        return (
          "\(quoted("\(id).progress")) is a number and cannot be compared with the text \(quoted(text))",
          "progress is a percentage: `\(id).progress >= 50`"
        )
      }
    }
    return nil
  }
}

extension GuardComparison.Operand {
  var fact: GuardFact? {
    if case .fact(let fact) = self { fact } else { nil }
  }

  /// Why the operand needs a comparison; nil if it is a condition.
  var mistakeAlone: (message: String, hint: String?)? {
    switch self {
    case .fact(let fact) where fact.isCondition: nil
    case .fact(.action(let id, .progress)):
      ("\(quoted("\(id).progress")) must be compared with a value", "for instance `\(id).progress >= 50`")
    case .fact(let fact):
      ("\(quoted("\(fact)")) must be compared with a value", "for instance `\(fact) == \"ready\"`")
    case .number(_, let text), .text(let text):
      ("\(quoted(text)) is not a condition", nil)
    }
  }
}
