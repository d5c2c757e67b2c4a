internal import Boundary
internal import TerminalUI

extension Dashboard.Model {
  /// Shows a message until the next key.
  package func tell(_ message: String) {
    state.message = message
    refresh()
  }

  /// Updates the buttons if the actions have changed. The focus stays on the same button; if that is gone, it
  /// stays at the same index.
  func updateLevers() {
    let isPresent =
      leverActions.count == situation.actions.count
      && zip(leverActions, situation.actions).allSatisfy { $0 == $1.description }
    guard !isPresent else { return }
    leverActions = situation.actions.map(\.description)
    let focused = levers.indices.contains(state.focus) ? levers[state.focus].id : nil
    levers = leverActions.flatMap(Dashboard.Lever.all)
    updateKeys()
    state.focus =
      levers.firstIndex { $0.id == focused } ?? min(state.focus, max(0, levers.count - 1))
    let names = Set(leverActions.map(\.id))
    browsers = browsers.filter { names.contains($0.key) }
    closePromptOfOtherLog()
  }

  /// Shows what the last change of the board file was, or its mistakes.
  /// - Parameter earlierConflict: The message about the user's keys before the change.
  func readBoardFile(earlierConflict: String?) {
    state.title = situation.title
    if state.boardMistakes != situation.boardMistakes {
      state.boardMistakes = situation.boardMistakes
      state.message = nil
      if state.boardMistakes.isEmpty, case .mistakes = state.overlay { state.overlay = nil }
    }
    guard shownReload.count != situation.reload.count else { return }
    shownReload = situation.reload
    state.message = shownReload.message
    if let keyConflict, keyConflict != earlierConflict { state.message?.append("; \(keyConflict)") }
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

extension Situation.Reload {
  /// What has changed, and how much of it only changes later.
  fileprivate var message: String {
    let delay =
      switch postponed {
      case 0: ""
      case 1: " (1 when its run has ended)"
      default: " (\(postponed) when their runs have ended)"
      }
    return "Board reloaded: \(difference)\(delay)"
  }
}
