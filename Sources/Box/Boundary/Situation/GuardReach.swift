package import Board

/// What a guard depends on, directly and through other guards.
package struct GuardReach: Equatable, Sendable {
  /// The actions whose runs can change the verdict.
  package private(set) var actions: Set<String> = []
  /// Whether it depends on present errors.
  package private(set) var includesErrors = false
  /// Whether it depends on open requests.
  package private(set) var includesNetwork = false

  /// The reach of the guard of an action.
  package init(of id: String, in situation: Situation) {
    self.init(of: situation[id]?.description.guardFacts ?? [], in: situation)
  }

  /// The reach of a guard that reads these facts.
  package init(of facts: [GuardFact], in situation: Situation) {
    let actions = Dictionary(situation.actions.map { ($0.id, $0.description) }) { first, _ in first }
    var pending: [String] = []
    include(facts, of: actions, &pending)
    while let next = pending.popLast() { include(actions[next]?.guardFacts ?? [], of: actions, &pending) }
  }

  private mutating func include(
    _ facts: [GuardFact], of actions: [String: ActionDescription], _ pending: inout [String]
  ) {
    for fact in facts {
      switch fact {
      case .action(let id, _): include(id, &pending)
      case .hasErrors: includesErrors = true
      case .networkIsBusy: includesNetwork = true
      }
    }
    // Any action can report an error or send a request.
    if includesErrors || includesNetwork { for id in actions.keys { include(id, &pending) } }
  }

  private mutating func include(_ id: String, _ pending: inout [String]) {
    if actions.insert(id).inserted { pending.append(id) }
  }
}

extension Situation {
  /// Why a service was not ready in time that must be ready for one of these parts of a guard to hold; nil if
  /// there is none. It may be started again.
  package func failedStart(neededBy parts: [String]) -> String? {
    parts.lazy.compactMap { GuardFact.service(neededBy: $0).flatMap { self[$0]?.notReady } }.first
  }

  /// Whether something is running or repeats that could change the verdict of a guard.
  /// - Parameter id: An action whose end counts, too; nil for none.
  package func canChange(_ reach: GuardReach, orEndOf id: String? = nil) -> Bool {
    actions.contains { $0.isRunning && ($0.id == id || reach.actions.contains($0.id)) }
      || isAttended && actions.contains { $0.description.runsByItself && reach.actions.contains($0.id) }
      || reach.includesNetwork && network.requests > 0
      || reach.includesErrors && problems.contains { $0.expires != nil }
  }
}
