/// A run that has started this program, as its environment says.
package struct CallingRun: Sendable, Equatable {
  private static let boardVariable = "SIGNALBOX_BOARD"
  private static let actionVariable = "SIGNALBOX_ACTION"
  private static let runVariable = "SIGNALBOX_RUN"

  package let action: String
  /// Its number, or its name on all machines if the action is shared.
  package let run: String

  /// Nil if no run of this board has.
  /// - Parameter board: The canonical path of the board.
  package init?(of board: String, in environment: [String: String]) {
    guard environment[Self.boardVariable] == board, let action = environment[Self.actionVariable],
      let run = environment[Self.runVariable]
    else { return nil }
    (self.action, self.run) = (action, run)
  }

  /// The variables of a command.
  /// - Parameter board: The canonical path of its board; nil if no box runs it. Then that of another board,
  ///   whose command has started this front end, is removed: the other two say nothing about it.
  package static func variables(board: String?, action: String, run: Int) -> [String: String?] {
    [boardVariable: board, actionVariable: action, runVariable: "\(run)"]
  }
}
