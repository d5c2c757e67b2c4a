internal import Board
internal import Boundary

/// The guard of an action, and the values of its facts.
enum WhyText {
  static func text(_ explanation: Explanation, of action: ActionStatus, _ lock: LockText) -> String {
    let id = action.id
    var lines: [String] = []
    switch action.description.agents.reach {
    case .press: break
    case .ask: lines.append("A person is asked before an agent starts \(id).")
    case .look: lines.append("Agents see \(id), and do not start it.")
    case .none: return ""
    }
    if let refusal = explanation.refusal {
      lines.insert("\(id) cannot be pressed now: \(lock.hiding(refusal)).", at: 0)
    } else {
      lines.insert("\(id) can be pressed now.", at: 0)
    }
    guard !explanation.needs.isEmpty else { return (lines + ["It has no guard."]).joined(separator: "\n") }
    let needs = explanation.needs.split(whereSeparator: \.isNewline).joined(separator: " ")
    lines.append("enabled-if: \(lock.hiding(needs))")
    for fact in explanation.facts where lock.hiding(fact.name) == fact.name {
      lines.append("  \(fact.name) is \(fact.value)")
    }
    return lines.joined(separator: "\n")
  }
}
