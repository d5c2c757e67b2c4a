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
    if let mistake = durationMistake { return mistake }
    for case .action(let id, .progress) in facts {
      for case .text(let text) in [left, right] {
        return (
          "\(quoted("\(id).progress")) is a number and cannot be compared with the text \(quoted(text))",
          "progress is a percentage: `\(id).progress >= 50`"
        )
      }
    }
    for case .action(let id, .restarts) in facts {
      for case .text(let text) in [left, right] {
        return (
          "\(quoted("\(id).restarts")) is a number and cannot be compared with the text \(quoted(text))",
          "for instance `\(id).restarts >= 3`"
        )
      }
    }
    return nil
  }

  /// Why the comparison of a duration is a mistake; nil if it is not, or if there is no duration. One of the
  /// operands is a fact.
  private var durationMistake: (message: String, hint: String?)? {
    guard let (duration, other) = [(left, right), (right, left)].first(where: { $0.0.isDuration }) else {
      return nil
    }
    let age = [left, right].compactMap(\.fact).first(where: \.isAge).map { "\($0)" } ?? "test.age"
    guard other.isDuration else {
      let hint: String? =
        switch other {
        case .number(_, let text), .text(let text):
          "a duration has units and no quotes: `\(age) < \(DurationText.suggestion(for: text) ?? "1h")`"
        case .fact, .duration: "only ages are compared with durations: `\(age) < 1h`"
        }
      return (
        "\(duration.nameInMessages) is a duration and cannot be compared with \(other.nameInMessages)", hint
      )
    }
    guard relation == .equal || relation == .notEqual else { return nil }
    return (
      "\(quoted(age)) grows all the time and cannot be compared by \(quoted(relation.rawValue))",
      "use `<`, `<=`, `>` or `>=`"
    )
  }
}

extension GuardComparison.Operand {
  fileprivate var isDuration: Bool {
    switch self {
    case .duration: true
    case .fact(let fact): fact.isAge
    case .number, .text: false
    }
  }

  /// The operand as messages name it.
  fileprivate var nameInMessages: String {
    switch self {
    case .fact(let fact): quoted("\(fact)")
    case .number(_, let text): "the number \(quoted(text))"
    case .text(let text): "the text \(quoted(text))"
    case .duration(_, let text): quoted(text)
    }
  }

  var fact: GuardFact? {
    if case .fact(let fact) = self { fact } else { nil }
  }

  /// Why the operand needs a comparison; nil if it is a condition.
  var mistakeAlone: (message: String, hint: String?)? {
    switch self {
    case .fact(let fact) where fact.isCondition: nil
    case .fact(.action(let id, .progress)):
      ("\(quoted("\(id).progress")) must be compared with a value", "for instance `\(id).progress >= 50`")
    case .fact(.action(let id, .restarts)):
      ("\(quoted("\(id).restarts")) must be compared with a value", "for instance `\(id).restarts >= 3`")
    case .fact(let fact) where fact.isAge:
      ("\(quoted("\(fact)")) must be compared with a duration", "for instance `\(fact) < 1h`")
    case .fact(let fact):
      ("\(quoted("\(fact)")) must be compared with a value", "for instance `\(fact) == \"ready\"`")
    case .number(_, let text), .duration(_, let text), .text(let text):
      ("\(quoted(text)) is not a condition", nil)
    }
  }
}
