internal import Board
package import Boundary

/// Explains why an action may start or not: its guard, and the value of each fact in it.
package enum ExplanationText {
  package static func lines(_ explanation: Explanation, of id: String) -> [TerminalText] {
    guard !explanation.needs.isEmpty else { return ["\(id): always unlocked, it has no guard"] }
    let verdict = explanation.verdict
    let first: TerminalText = verdict.isPassing ? "\(id): unlocked" : "\(id): locked: \(verdict.description)"
    // In a board a guard may have several lines.
    let needs = explanation.needs.split(whereSeparator: \.isNewline).joined(separator: " ")
    let width = explanation.facts.map(\.name.count).max() ?? 0
    return [first, "  enabled-if: \(needs)"]
      + explanation.facts.map { fact in
        let gap = String(repeating: " ", count: width - fact.name.count)
        return "  \(fact.name)\(gap)  \(fact.value)"
      }
  }
}
