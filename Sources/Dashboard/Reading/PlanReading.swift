internal import Board
internal import Boundary

extension Dashboard.Introduction {
  /// Adds a plan.
  /// - Parameters:
  ///   - isOffered: Whether Enter performs it.
  ///   - now: The present time on the clock of the box.
  mutating func fill(plan: PlanStatus, isOffered: Bool, in situation: Situation, now: Duration) {
    if plan.isFound, plan.steps.isEmpty, plan.since == nil { return }
    self.plan = PlanPart(
      heading: plan.heading, lines: plan.lines(in: situation, now: now), isOffered: isOffered)
    if plan.isRunning { timeUntilChange = min(timeUntilChange ?? .seconds(1), .seconds(1)) }
  }
}

extension PlanStatus {
  /// What the row of its action says.
  /// - Parameter titles: The titles of the actions by their names.
  func reason(titles: [String: String]) -> String {
    if let stopped { return "plan stopped: \(stopped)" }
    if let asked = askedNow.first { return "asks: \(asked.question)" }
    let running = steps.filter { $0.state == .running }.compactMap { $0.action.map { titles[$0] ?? $0 } }
    let names = running.isEmpty ? "" : ": " + running.unique.joined(separator: ", ")
    let end = question == nil ? "" : "; then asks"
    return "planned \(pressesDone)/\(presses)\(names)\(end)"
  }
}

extension [String] {
  /// The texts without repetitions, in the order of their first occurrence.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
