internal import Board

/// What the guard of an action depends on, directly and through other guards.
struct GuardReach: Equatable {
  /// The actions whose runs can change the verdict.
  private(set) var actions: Set<String> = []
  /// Whether it depends on present errors.
  private(set) var includesErrors = false
  /// Whether it depends on open requests.
  private(set) var includesNetwork = false

  init(of id: String, on board: Board) {
    var pending = [id]
    while let next = pending.popLast() {
      for fact in board[next]?.enabledIf.references ?? [] {
        switch fact {
        case .action(let id, _): include(id, &pending)
        case .hasErrors: includesErrors = true
        case .networkIsBusy: includesNetwork = true
        }
      }
      // Any action can report an error or send a request.
      if includesErrors || includesNetwork { for action in board.actions { include(action.id, &pending) } }
    }
  }

  private mutating func include(_ id: String, _ pending: inout [String]) {
    if actions.insert(id).inserted { pending.append(id) }
  }
}
