internal import Board
internal import Boundary

extension Dashboard {
  /// The facts of guards in words, with the titles of the actions as they are on the screen.
  struct FactWords {
    private let titles: [String: String]

    /// - Parameter titles: The titles of the actions by their names.
    init(titles: [String: String]) { self.titles = titles }

    /// The title of an action; its name if it is not on the screen.
    func title(of id: String) -> String { titles[id] ?? id }

    /// What must be true: "Build succeeded", "Deploy not running", "no error".
    func text(_ fact: GuardFact, expected: Bool = true) -> String {
      switch fact {
      case .networkIsBusy: return expected ? "network busy" : "network not busy"
      case .hasErrors: return expected ? "an error" : "no error"
      case .action(let id, let property):
        let title = title(of: id)
        return switch property {
        case .enabled: "\(title) \(expected ? "unlocked" : "locked")"
        case .value, .progress, .age, .restarts: "\(property.rawValue) of \(title)"
        default: "\(title) \(expected ? "" : "not ")\(property.rawValue)"
        }
      }
    }

    /// The text of a guard or of a verdict with these facts in words.
    func text(_ text: String, facts: [GuardFact]) -> String {
      let names = Dictionary(facts.map { ("\($0)", $0) }) { first, _ in first }
      var words: [Substring] = []
      var isQuoted = false
      var texts: [String] = []
      for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        let opening = word.prefix { $0 == "(" }
        let closing = String(word.reversed().prefix { $0 == ")" })
        let name = String(word.dropFirst(opening.count).dropLast(closing.count))
        if !isQuoted, let fact = names[name] {
          let isNegated = words.last == "not" && fact.isStatement
          if isNegated { texts.removeLast() }
          texts.append(opening + self.text(fact, expected: !isNegated) + closing)
        } else {
          texts.append(String(word))
        }
        if word.count(where: { $0 == "\"" }) % 2 == 1 { isQuoted.toggle() }
        words.append(word)
      }
      return texts.joined(separator: " ")
    }

    /// The rows of a guard.
    func needs(_ explanation: Explanation) -> [Introduction.Need] {
      explanation.parts.map { part in
        let text =
          switch part.kind {
          case .all: "all of"
          case .any: "any of"
          case .fact(let fact, let expected): self.text(fact, expected: expected)
          case .comparison(let text, let facts):
            self.text(text, facts: facts) + values(of: facts, explanation)
          }
        return Introduction.Need(text, depth: part.depth, holds: part.holds)
      }
    }

    private func values(of facts: [GuardFact], _ explanation: Explanation) -> String {
      let values = facts.compactMap { fact in explanation.facts.first { $0.name == "\(fact)" }?.value }
      return values.isEmpty ? "" : " (\(values.joined(separator: ", ")))"
    }
  }
}

extension GuardFact {
  /// Whether it is true or false, so that it can be negated.
  fileprivate var isStatement: Bool {
    switch self {
    case .action(_, .value), .action(_, .progress), .action(_, .age), .action(_, .restarts): false
    default: true
    }
  }
}
