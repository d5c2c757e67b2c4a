internal import Board
internal import Boundary

/// Why an action was not started, and what can be done about it.
struct LockText {
  let situation: Situation
  /// Whether agents may know of an action.
  let isVisible: (String) -> Bool

  /// - Parameter parts: The guard as a tree; empty if it is not known.
  func text(of id: String, because reason: String, _ parts: [GuardPart]) -> String {
    let lines = parts.flatMap(line).unique
    return (["\(id) was not started: \(hiding(reason))."] + lines + [Self.advice]).joined(separator: "\n")
  }

  static let advice = "Press what is missing, or tell the person. Do not run its command in a shell."

  /// A reason, without the names of actions that agents may not know.
  func hiding(_ reason: String) -> String {
    situation.actions.contains { !isVisible($0.id) && reason.contains($0.id + ".") }
      ? "needs something that agents cannot see" : reason
  }

  private func line(_ part: GuardPart) -> [String] {
    guard part.holds != true else { return [] }
    switch part.kind {
    case .all, .any: return []
    case .fact(.networkIsBusy, let expected):
      return ["a request of an action is \(expected ? "not " : "")in progress"]
    case .fact(.hasErrors, let expected): return ["there is \(expected ? "no" : "an") error on the board"]
    case .fact(.action(let id, _), _): return isVisible(id) ? [state(of: id)] : []
    case .comparison(let text, let facts):
      let names = facts.compactMap { if case .action(let id, _) = $0 { id } else { nil } }
      return names.allSatisfy(isVisible) ? ["\(text) does not hold"] : []
    }
  }

  /// What an action does, and whether that can be changed.
  private func state(of id: String) -> String {
    guard let action = situation[id] else { return "\(id) is on another machine, and nothing is known of it" }
    let run = action.runs.count > 0 ? " (run \(action.runs.count))" : ""
    if action.isRunning {
      let starter = action.present.first?.starter.map { ", started by \($0)" } ?? ""
      return "\(id) is \(action.phase.rawValue)\(run)\(starter): use wait with action \(id)"
    }
    let failure = action.runs.last.result?.failure.map { ": \($0)" } ?? ""
    let advice =
      switch action.description.agents.reach {
      case .look, .none: "only a person can press it"
      case .press, .ask:
        action.refusal.map { "it cannot be pressed now: it \(hiding($0))" } ?? "it can be pressed now"
      }
    return "\(id) is \(action.phase.rawValue)\(failure); \(advice)"
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrence.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
