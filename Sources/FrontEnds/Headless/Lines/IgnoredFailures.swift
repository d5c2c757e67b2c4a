package import Board
internal import Programs

/// The commands of several lines that go on after a line that fails, in a sentence for `check`.
///
///     IgnoredFailures.lines(of: board)
///     // ["build goes on after a line that fails: `run` has several lines, and …"]
package enum IgnoredFailures {
  /// One line for all such actions, or none.
  package static func lines(of board: Board) -> [TerminalText] {
    let ids = board.actions.filter { action in
      if case .command(let command) = action.work { command.invocation.goesOnAfterFailure } else { false }
    }.map(\.id)
    guard !ids.isEmpty else { return [] }
    let verb = ids.count == 1 ? "goes" : "go"
    return [
      "\(ids.inWords) \(verb) on after a line that fails: `run` has several lines, and neither `set -e` nor a `shell` such as [bash, -euo, pipefail, -c]"
    ]
  }
}
