package import Board
internal import Jobs
internal import TerminalUI

extension Dashboard.Model {
  /// Replaces the board without stopping running actions, and shows what has changed.
  package func take(_ board: Board) {
    let earlierConflict = keyConflict
    let difference = interlocking.take(board)
    updateLevers()
    let waiting = interlocking.jobs.count { interlocking.pendingChange(of: $0.id) != nil }
    let delay =
      switch waiting {
      case 0: ""
      case 1: " (1 when its run has ended)"
      default: " (\(waiting) when their runs have ended)"
      }
    state.message = "Board reloaded: \(difference)\(delay)"
    if let keyConflict, keyConflict != earlierConflict { state.message?.append("; \(keyConflict)") }
    state.boardMistakes = []
    if case .mistakes = state.overlay { state.overlay = nil }
    refresh()
  }

  /// Shows the mistakes of a board file that was rejected. The current board stays in use.
  package func refuse(_ error: BoardError) {
    state.message = nil
    state.boardMistakes = error.diagnostics
    refresh()
  }

  /// Shows a message until the next key.
  package func tell(_ message: String) {
    state.message = message
    refresh()
  }

  /// Updates the buttons if the jobs have changed. The focus stays on the same button; if that is gone, it
  /// stays at the same index.
  func updateLevers() {
    guard leversVersion != interlocking.jobsVersion else { return }
    leversVersion = interlocking.jobsVersion
    isOutOfDate = true
    let focused = levers.indices.contains(state.focus) ? levers[state.focus].id : nil
    levers = interlocking.jobs.flatMap(Dashboard.Lever.all)
    updateKeys()
    state.title = interlocking.board.title
    state.focus =
      levers.firstIndex { $0.id == focused } ?? min(state.focus, max(0, levers.count - 1))
    browsers = browsers.filter { interlocking[$0.key] != nil }
    closePromptOfOtherLog()
  }

  func showMistakes() {
    guard !state.boardMistakes.isEmpty else {
      state.message = "There is nothing wrong with the board file"
      return
    }
    state.overlay = .mistakes(offset: 0)
  }

  func press(_ key: Key, overMistakes offset: Int) {
    let last = MistakesOverlay(state, offset: 0).lastOffset(in: Dashboard.Layout(state, size: size).board)
    let command = keys.command(for: key)
    if let rows = command?.rows(page: 5, count: last) {
      // Since the offset was set, mistakes may have been fixed or the picture resized.
      let present = min(offset, last)
      state.overlay = .mistakes(offset: min(max(0, present + rows), last))
      return
    }
    performOverList(command == .showMistakes || command == .press ? .close : command)
  }
}
