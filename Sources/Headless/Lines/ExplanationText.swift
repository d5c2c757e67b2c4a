internal import Board
package import Boundary
package import Programs

/// Explains an action: what it is for and does, its guard, and the value of each fact in it.
package enum ExplanationText {
  /// - Parameters:
  ///   - action: What its definition says about it; nil to leave that out.
  ///   - left: The processes that its commands have left running; nil for none.
  ///   - failure: Why its last run failed; nil if it did not.
  ///   - plan: The plan that starts it, or has stopped; nil for none.
  ///   - causes: What has started its present runs.
  package static func lines(
    _ explanation: Explanation, of id: String, _ action: ActionDescription? = nil,
    leftRunning left: OutputHolders? = nil, failure: String? = nil,
    plan: PlanStatus? = nil, causes: [StartCause] = []
  ) -> [TerminalText] {
    var details = action.map(details) ?? []
    if let left { details.append("  left running: \("\(left)")") }
    if let failure { details.append("  failed: \(failure)") }
    for planned in causes.compactMap(\.plannedAction) {
      details.append("  started by the plan of \(planned)")
    }
    if let plan { details.append("  \(plan.summary)") }
    // What other machines do is no part of the guard.
    let dependsOnOthers = action?.isShared == true || explanation.dependsOnOthers
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

  private static func details(_ action: ActionDescription) -> [TerminalText] {
    let lines = action.work.split(whereSeparator: \.isNewline)
    let prompt = action.isCommand ? ("run: ", "     ") : ("", "")
    let work = lines.enumerated().map { number, line -> TerminalText in
      "  \(number == 0 ? prompt.0 : prompt.1)\(String(line))"
    }
    return (action.summary.map { ["  \($0)"] } ?? []) + work
  }
}
