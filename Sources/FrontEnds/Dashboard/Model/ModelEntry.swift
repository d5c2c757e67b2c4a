internal import Boundary

extension Dashboard {
  /// A press that enters the program that it has started, as soon as that runs.
  struct AwaitedEntry: Equatable {
    let action: ActionDescription.ID
    /// Identifies the press.
    let number: Int
  }
}

/// Entering a program by the press that starts it.
extension Dashboard.Model {
  /// Enters the program of an action as soon as it runs, if its board wants that. Only the next moments
  /// count: a program that comes later, such as one that waits for other machines, would take keys that are
  /// meant for the panel.
  func awaitEntry(of action: ActionDescription) {
    guard action.isEnteredWhenPressed else { return }
    entryCount += 1
    let entry = Dashboard.AwaitedEntry(action: action.id, number: entryCount)
    awaitedEntry = entry
    after(seconds: Self.longestEntryWait) { [weak self] in
      guard let self, awaitedEntry == entry else { return }
      awaitedEntry = nil
    }
  }

  private static let longestEntryWait = 5

  /// Enters the program that is awaited, if it runs.
  func readAwaitedEntry() {
    guard let entry = awaitedEntry, situation[entry.action]?.canBeEntered == true, state.mode.front == nil
    else {
      return
    }
    awaitedEntry = nil
    onRequest(.enter(entry.action))
  }
}
