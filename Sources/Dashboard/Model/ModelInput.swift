internal import Boundary
internal import TerminalUI

/// The input that is typed before an action starts.
extension Dashboard.Model {
  /// Shows the text that is being typed: an input, or that of the log.
  func showPrompt() {
    state.prompt = answerEntry?.prompt ?? takeOverEntry?.prompt ?? entry?.prompt ?? logs.prompt
  }

  /// Asks for the input of an action.
  func askForInput(of lever: Dashboard.Lever, restarts: Bool = false) {
    changeLog { $0.closePrompt(on: $1) }
    entry = Dashboard.InputEntry(lever, restarts: restarts)
    showPrompt()
  }

  /// Handles a key while an input is typed.
  func pressInEntry(_ key: Key) {
    guard var entry else { return }
    switch entry.take(key, last: situation[entry.lever.action.id]?.input) {
    case .none:
      self.entry = entry
      showPrompt()
    case .leave: leaveEntry()
    case .accept(let text):
      leaveEntry()
      var lever = entry.lever
      lever.typed = text
      startTyped(lever, restarts: entry.restarts)
    }
  }

  func pasteIntoEntry(_ text: String) {
    entry?.paste(text)
    showPrompt()
  }

  /// Closes the entry without effect.
  func leaveEntry() {
    entry = nil
    showPrompt()
  }

  /// Closes the entry if its action was removed or replaced.
  func checkEntry() {
    guard let action = entry?.lever.action, situation[action.id]?.description != action else { return }
    entry = nil
  }

  private func startTyped(_ lever: Dashboard.Lever, restarts: Bool) {
    guard !refusesToAct() else { return }
    catchUp()
    if restarts { restart(lever) } else { choose(lever) }
  }
}
