internal import Boundary
internal import TerminalUI

/// Changes of the board.
extension Dashboard.Model {
  /// Updates the buttons if the actions have changed. The focus stays on the same button; if that is gone, it
  /// stays at the same index.
  func updateTriggers() {
    let focused = triggers[state.focus]?.id
    guard triggers.update(to: situation) else { return }
    // The panel has all keys that no button uses.
    state.keys = preferences.keys(without: triggers.all)
    state.focus = triggers.index(of: focused, near: state.focus)
    logs.keep(
      Set(situation.actions.map(\.id) + [Dashboard.LogStream.id]),
      shown: state.showsStream ? Dashboard.LogStream.id : focusedID)
  }

  /// A message about the user's keys that have no effect because buttons use them; nil if there are none.
  var keyConflict: String? { preferences.conflict(with: triggers.all) }

  /// Shows what the last change of the board file was, or its mistakes.
  /// - Parameter earlierConflict: The message about the user's keys before the change.
  func readBoardFile(earlierConflict: String?) {
    state.title = situation.title
    if state.boardMistakes != situation.boardMistakes {
      state.boardMistakes = situation.boardMistakes
      state.message = nil
    }
    (state.remarks, state.remarkCount) = (situation.remarks, situation.remarkCount)
    guard shownReload != situation.reload.count else { return }
    shownReload = situation.reload.count
    state.message = situation.reload.message
    if let keyConflict, keyConflict != earlierConflict { state.message?.append("; \(keyConflict)") }
    if let message = state.message { forget(message) }
  }

  /// For how many seconds the message about a change of the board is shown.
  private static let messageTime = 8

  /// Removes a message after some time, unless there is another one.
  private func forget(_ message: String) {
    after(seconds: Self.messageTime) { [weak self] in
      guard let self, state.message == message else { return }
      state.message = nil
      refresh()
    }
  }
}
