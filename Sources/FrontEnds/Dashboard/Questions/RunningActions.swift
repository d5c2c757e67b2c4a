internal import Boundary
internal import Programs

/// What a panel waits for when it ends.
extension Situation {
  /// The running actions, except quiet probes, which may be stopped without notice.
  var runningActions: [ActionStatus] { actions.filter { $0.isRunning && !$0.isHidden } }

  /// The running actions that are shown as running.
  func shownActions(at now: Duration) -> [ActionStatus] {
    runningActions.filter { timeUntilShown($0, at: now) == nil }
  }

  /// How long until a run by the clock is shown; nil if it is, or if there is none.
  func timeUntilShown(_ action: ActionStatus, at now: Duration) -> Duration? {
    guard action.isRunning, action.runs.keepsResult, action.runs.last.result != nil,
      !action.definition.value.isQuiet,
      let since = action.runningSince
    else { return nil }
    let time = startDelay - (now - since)
    return time > .zero ? time : nil
  }

  /// True if everything that is still running is a process that no key can kill, because it has left its
  /// command's process group.
  var runsOnlyOutOfReach: Bool {
    let actions = runningActions
    return !actions.isEmpty && actions.allSatisfy { $0.outputHolders?.areOutOfReach ?? false }
  }

  /// The message that says which actions are still shutting down; nil if none are.
  /// - Parameter canKill: Whether quitting at once kills them.
  func leavingMessage(canKill: Bool) -> String? {
    let actions = runningActions
    if runsOnlyOutOfReach {
      let holders = OutputHolders(actions.compactMap(\.outputHolders).flatMap(\.processes))
      return "Waiting for \(holders); Ctrl-C leaves now."
    }
    let titles = actions.map(\.description.title)
    return titles.isEmpty
      ? nil : "Waiting for \(titles.inWords) to end; Ctrl-C \(canKill ? "kills" : "leaves now")"
  }
}
