internal import Board
internal import Boundary

/// What the guard of an action depends on, directly and through other guards.
struct GuardReach: Equatable {
  /// The actions whose runs can change the verdict.
  private(set) var actions: Set<String> = []
  /// Whether it depends on present errors.
  private(set) var includesErrors = false
  /// Whether it depends on open requests.
  private(set) var includesNetwork = false

  init(of id: String, in situation: Situation) {
    let actions = Dictionary(uniqueKeysWithValues: situation.actions.map { ($0.id, $0.description) })
    var pending = [id]
    while let next = pending.popLast() {
      for fact in actions[next]?.guardFacts ?? [] {
        switch fact {
        case .action(let id, _): include(id, &pending)
        case .hasErrors: includesErrors = true
        case .networkIsBusy: includesNetwork = true
        }
      }
      // Any action can report an error or send a request.
      if includesErrors || includesNetwork { for id in actions.keys { include(id, &pending) } }
    }
  }

  private mutating func include(_ id: String, _ pending: inout [String]) {
    if actions.insert(id).inserted { pending.append(id) }
  }
}
