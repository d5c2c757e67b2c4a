package import Boundary

/// A plan as lines of text.
package enum PlanText {
  /// - Parameter now: The present time on the clock of the box.
  package static func lines(_ plan: PlanStatus, in situation: Situation, at now: Duration) -> [TerminalText] {
    if plan.isFound, plan.steps.isEmpty, plan.since == nil { return ["\(plan.action): unlocked"] }
    let lines = plan.lines(in: situation, now: now)
    let numberWidth = lines.map(\.number.count).max() ?? 0
    let nameWidth = lines.map(\.name.count).max() ?? 0
    return ["\(plan.action): \(plan.heading)"]
      + lines.map { line in
        let number = String(repeating: " ", count: numberWidth - line.number.count) + line.number
        let gap = line.note.isEmpty ? "" : String(repeating: " ", count: nameWidth - line.name.count + 2)
        let lead = numberWidth == 0 ? "" : "\(number) "
        return "  \(lead)\(line.name)\(line.name.isEmpty ? "" : gap)\(line.note)"
      }
  }
}
