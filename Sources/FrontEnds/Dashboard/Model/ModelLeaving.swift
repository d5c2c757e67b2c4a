internal import Boundary
internal import TerminalUI

/// The end of the panel, and the end of its box.
extension Dashboard.Model {
  /// Quits, after a question if something is shown as running that quitting concerns.
  func quit() {
    catchUp()
    if box.hasEnded || situation.shownActions(at: box.now).isEmpty { return onRequest(.quit) }
    guard box.isShared else { return ask(.quitting) }
    state.isReadOnly ? onRequest(.quit) : ask(.detaching)
  }

  /// Shows the actions that are shutting down, if there are any. From now on, the only effective command is
  /// to quit again.
  package func showLeaving() {
    catchUp()
    pass(.open(.leaving(nil)))
    if waitsForRuns { ask(.leaving(situation.runningActions.map(\.description), canKill: !box.isShared)) }
    refresh()
  }

  /// Cancels everything that runs, and quits when it has ended.
  func stopAndQuit() {
    stopping = situation.runningActions.map(\.id)
    // Cancelling again would kill.
    for action in situation.runningActions where !action.isCancelling { box.cancel(.action(action.id)) }
    showLeaving()
  }

  /// Updates what is shown while the panel is leaving.
  func readLeaving() {
    guard state.mode.isLeaving, waitsForRuns else { return }
    state.message = situation.leavingMessage(canKill: !box.isShared)
    guard let stopping, box.hasEnded || !stopping.contains(where: { situation[$0]?.isRunning == true })
    else { return }
    self.stopping = nil
    onRequest(.quit)
  }

  /// Whether leaving ends runs: what runs in a box that others share only ends if that was requested.
  private var waitsForRuns: Bool { !box.isShared || stopping != nil }

  /// Shows that the box has ended, if it has. The picture stays as it was last.
  func readEndOfBox() {
    guard box.hasEnded, !state.mode.isLeaving else { return }
    if !state.isStale {
      markAsStale()
      state.message = nil
    }
    if state.message == nil { state.message = "The box has ended: \(reopeningHint)" }
  }

  /// From now on, nothing can be requested from the box.
  func markAsStale() {
    state.isStale = true
    pass(.boxEnded)
  }

  /// What to do when the box has ended.
  var reopeningHint: String {
    guard let key = keys.binding(of: .press)?.keys.first?.name else { return "open the panel again" }
    guard state.pressMeaning != .reopen, let end = keys.binding(of: .close)?.keys.first?.name else {
      return "\(key) starts a new one"
    }
    return "\(end), then \(key) starts a new one"
  }
}
