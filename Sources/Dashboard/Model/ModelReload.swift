public import Board
internal import Jobs
internal import TerminalUI

extension Dashboard.Model {
  /// Takes over another board without stopping what runs, and says what is different.
  public func take(_ board: Board) {
    let earlierRemark = keyRemark
    let difference = interlocking.take(board)
    renewLevers()
    let waiting = interlocking.jobs.count { interlocking.pendingChange(of: $0.id) != nil }
    let delay =
      switch waiting {
      case 0: ""
      case 1: " (1 when its run has ended)"
      default: " (\(waiting) when their runs have ended)"
      }
    state.message = "Board reloaded: \(difference)\(delay)"
    if let keyRemark, keyRemark != earlierRemark { state.message?.append("; \(keyRemark)") }
    state.boardMistakes = []
    if case .mistakes = state.overlay { state.overlay = nil }
    refresh()
  }

  /// Says what is wrong with a board that was to be taken over; the one that runs is left alone.
  public func refuse(_ error: BoardError) {
    state.message = nil
    state.boardMistakes = error.diagnostics
    refresh()
  }

  /// Says something until the next key.
  public func tell(_ message: String) {
    state.message = message
    refresh()
  }

  /// Makes the buttons anew when there are other jobs. The focus stays on its button, or else where it was.
  func renewLevers() {
    guard leversVersion != interlocking.jobsVersion else { return }
    leversVersion = interlocking.jobsVersion
    isOutOfDate = true
    let focused = levers.indices.contains(state.focus) ? levers[state.focus].id : nil
    levers = interlocking.jobs.flatMap(Dashboard.Lever.all)
    takeKeys()
    state.title = interlocking.board.title
    state.focus =
      levers.firstIndex { $0.id == focused } ?? min(state.focus, max(0, levers.count - 1))
    browsers = browsers.filter { interlocking[$0.key] != nil }
    dropPromptOfOthers()
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
      // There may have been more mistakes, or less room.
      let present = min(offset, last)
      state.overlay = .mistakes(offset: min(max(0, present + rows), last))
      return
    }
    performOverList(command == .showMistakes || command == .press ? .close : command)
  }
}
