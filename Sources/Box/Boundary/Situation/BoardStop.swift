package import Board
internal import Configuration

/// All that runs is cancelled, because a run has ended whose action says `on-end: stop-all`.
package struct BoardStop: Sendable, Equatable {
  /// Which one it is in the life of the box, counted from 1.
  package var number: Int
  /// The name of the action whose run has ended.
  package var action: String
  /// How that run has ended.
  package var outcome: RunOutcome
  /// Whether nothing runs any more. Until then, every start is refused.
  package var isOver = false

  package init(number: Int = 1, action: String, outcome: RunOutcome) {
    (self.number, self.action, self.outcome) = (number, action, outcome)
  }

  /// Why a start is refused, or a run was cancelled.
  package var reason: String { "everything is being stopped, because \(quoted(action)) has ended" }
}
