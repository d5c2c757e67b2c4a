internal import Boundary
internal import Processes
internal import TerminalUI

/// Taking over runs of shared actions whose machine does not respond any more.
extension Dashboard.Model {
  /// Asks for the reason, if the action has a lost run. Returns whether it has.
  func askForTakeOver(of action: ActionStatus) -> Bool {
    guard let entry = Dashboard.TakeOverEntry(action) else { return false }
    changeLog { $0.closePrompt(on: $1) }
    takeOverEntry = entry
    showPrompt()
    return true
  }

  /// Handles a key while a reason is typed.
  func pressInTakeOver(_ key: Key) {
    guard var entry = takeOverEntry else { return }
    switch entry.take(key) {
    case .none:
      takeOverEntry = entry
      showPrompt()
    case .leave: leaveTakeOver()
    case .accept(let reason):
      leaveTakeOver()
      takeOver(entry, because: reason)
    }
  }

  func pasteIntoTakeOver(_ text: String) {
    takeOverEntry?.paste(text)
    showPrompt()
  }

  /// Closes the entry without effect.
  func leaveTakeOver() {
    takeOverEntry = nil
    showPrompt()
  }

  private func takeOver(_ entry: Dashboard.TakeOverEntry, because reason: String) {
    guard !refusesToAct() else { return }
    // Another run may have become lost while the reason was typed.
    var order = TakeOverOrder(entry.action, runs: [entry.run], reason: reason)
    order.onAnswer = { [weak self] answer in
      let words =
        switch answer {
        case .done(let runs): "taken over from \(runs.map(\.place).inWords); it can be started again"
        case .refused(let reason), .unavailable(let reason, _): reason
        }
      self?.tell("\(entry.action): \(words)")
    }
    box.takeOver(order)
  }
}
