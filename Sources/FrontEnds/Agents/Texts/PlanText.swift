internal import Board
internal import Boundary

/// The plan for an action, for an agent: by the names of the actions, and without those that it may not see.
enum PlanText {
  /// - Parameter now: The present time on the clock of the box.
  static func text(_ plan: PlanStatus, _ lock: LockText, now: Duration) -> String {
    let id = plan.action
    let named = plan.steps.compactMap(\.action) + plan.people.compactMap(\.action) + plan.circle
    guard named.allSatisfy(lock.isVisible) else {
      return "\(id) needs something that agents cannot see. Tell the person."
    }
    var shown = plan
    shown.missing = plan.missing.map(lock.hiding)
    shown.people = plan.people.map { PlanStatus.Need(action: $0.action, needs: lock.hiding($0.needs)) }
    let lines = shown.text(in: lock.situation, now: now) { $0 }
    guard plan.isFound, !(plan.steps.isEmpty && plan.since == nil) else {
      return (lines + (plan.isFound ? [] : ["Tell the person what is missing."])).joined(separator: "\n")
    }
    let presses = plan.steps.filter { $0.task == .press }.compactMap(\.action)
    let reserved = presses.unique.filter { lock.situation[$0]?.description.agents.reach == .look }
    let advice =
      plan.isRunning
      ? "It is being performed: use wait with action \(id)."
      : "No tool performs a plan. Press its steps in this order, or tell the person."
    return (lines + reserved.map { "\($0): only a person can press it" } + [advice]).joined(separator: "\n")
  }
}
