package import Board
internal import Programs

/// What the guards of shared actions read of the machine that starts them, in sentences for `check`: other
/// machines may evaluate the same guard differently.
package enum OwnFacts {
  /// One line for each shared action whose guard reads such facts.
  package static func lines(of board: Board) -> [TerminalText] {
    board.actions.filter { $0.shared != nil }.compactMap { action in
      let facts = action.enabledIf.references.filter { isOwn($0, on: board) }.map { "`\($0)`" }
      guard !facts.isEmpty else { return nil }
      let verb = facts.count == 1 ? "is a fact" : "are facts"
      return "\(action.id): \(facts.inWords) in its guard \(verb) of the machine that starts it"
    }
  }

  private static func isOwn(_ fact: GuardFact, on board: Board) -> Bool {
    switch fact {
    case .networkIsBusy, .hasErrors: true
    case .action(let id, _): board[id].map { $0.shared == nil } ?? false
    }
  }
}
