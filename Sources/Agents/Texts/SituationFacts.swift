internal import Board
internal import Boundary

/// The facts of a situation, against which the guard of a wait is evaluated.
struct SituationFacts: GuardFacts {
  let situation: Situation

  /// The reason why a guard cannot be waited for; nil if it can.
  static func mistake(in guarded: Guard, isKnown: (String) -> Bool) -> String? {
    for fact in guarded.references {
      guard case .action(let id, let property) = fact else { continue }
      if property == .age { return "`\(fact)`: ages cannot be waited for" }
      if !id.contains("/"), !isKnown(id) { return "there is no action `\(id)`" }
    }
    return nil
  }

  func action(_ id: String) -> ActionFacts? {
    guard let action = situation[id] else { return nil }
    var facts = ActionFacts()
    let isElsewhere = action.shared.map { !$0.runs.isEmpty } ?? false
    facts.isRunning = action.isRunning || isElsewhere
    facts.isEnabled = action.isEnabled
    facts.progress = action.fraction
    facts.isReady = action.service == .ready && !action.isCancelling
    facts.restarts = action.restarts
    facts.asks = action.question != nil
    facts.isIdle = action.runCount == 0 && !action.isRunning && action.last.result == nil
    facts.value = action.value
    guard !action.isRunning || action.keepsResult else { return facts }
    facts.hasSucceeded = action.last.result == .succeeded
    facts.hasFailed = action.last.result?.failure != nil
    return facts
  }

  var networkIsBusy: Bool { situation.network.requests > 0 }

  var hasErrors: Bool { situation.problems.contains { $0.source != Situation.Problem.etcdSource } }
}
