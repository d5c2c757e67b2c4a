internal import Board
package import Boundary
internal import Programs

/// Explains an action: what it is for and does, its guard, and the value of each fact in it.
package enum ExplanationText {
  /// - Parameter plan: The plan that starts the action, or has stopped; nil for none.
  package static func lines(
    _ explanation: Explanation, of action: ActionStatus, plan: PlanStatus? = nil
  ) -> [TerminalText] {
    let id = action.id
    var details = action.description.lines
    if let left = action.leftRunning { details.append("  \(left.words)") }
    if let failure = action.failure { details.append("  failed: \(failure)") }
    for run in action.present where run.cause.plannedAction != nil {
      details.append("  \(run.cause.sentence(starter: run.starter))")
    }
    if let plan { details.append("  \(plan.summary)") }
    // What other machines do is no part of the guard.
    let dependsOnOthers = action.description.isShared || explanation.dependsOnOthers
    let obstacle = dependsOnOthers && explanation.verdict.isPassing ? explanation.refusal : nil
    guard !explanation.needs.isEmpty else {
      return [obstacle.map { "\(id): \($0)" } ?? "\(id): always unlocked, it has no guard"] + details
    }
    let verdict = explanation.verdict
    let first: TerminalText =
      obstacle.map { "\(id): \($0)" }
      ?? (verdict.isPassing ? "\(id): unlocked" : "\(id): locked: \(verdict.description)")
    // In a board a guard may have several lines.
    let needs = explanation.needs.split(whereSeparator: \.isNewline).joined(separator: " ")
    let width = explanation.facts.map(\.name.count).max() ?? 0
    return [first] + details + ["  enabled-if: \(needs)"]
      + explanation.facts.map { fact in
        let gap = String(repeating: " ", count: width - fact.name.count)
        return "  \(fact.name)\(gap)  \(fact.value)"
      }
  }
}
