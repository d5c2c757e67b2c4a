internal import Boundary
internal import TerminalUI

/// The list of the errors.
extension Dashboard.Model {
  func showErrors() {
    guard let first = state.errors.first else {
      state.message = "There is no error"
      return
    }
    state.overlay = .errors(chosen: first.id)
  }

  func press(_ key: Key, overErrors chosen: UInt64) {
    let command = commandInList(for: key)
    let errors = state.errors
    let index = errors.firstIndex { $0.id == chosen } ?? 0
    if let rows = command?.rows(page: max(1, boardArea.height - 3), count: errors.count) {
      let isStep = command?.step != nil
      let next = index + rows
      choose(error: isStep ? (next + errors.count) % errors.count : min(max(0, next), errors.count - 1))
      return
    }
    switch command {
    case .press: showSource(ofError: index)
    case .dismissError: dismiss([chosen])
    case .dismissAllErrors: dismissAllErrors()
    // On a board with a button that has this key, the list still dismisses all errors by it.
    case nil where preferences.keys.command(for: key) == .dismissAllErrors: dismissAllErrors()
    case .errors: closeOverlay()
    case .help: openMenu()
    default: performOverList(command)
    }
  }

  /// Chooses an error of the list.
  func choose(error index: Int) {
    if state.errors.indices.contains(index) { state.overlay = .errors(chosen: state.errors[index].id) }
  }

  /// Moves the focus to the action that has reported an error, and closes the list.
  func showSource(ofError index: Int) {
    guard state.errors.indices.contains(index) else { return }
    guard let action = state.errors[index].action, let button = levers.index(ofAction: action) else {
      state.message = "No action of the board has reported it"
      return
    }
    closeOverlay()
    focusButton(button)
  }

  /// Keeps an error chosen. If the chosen one has gone, chooses the first one; closes the list if it is
  /// empty.
  func readErrors() {
    guard case .errors(let chosen) = state.overlay else { return }
    if state.errors.contains(where: { $0.id == chosen }) { return }
    state.overlay = state.errors.first.map { .errors(chosen: $0.id) }
  }

  /// Dismisses all errors, also those that are not shown.
  func dismissAllErrors() {
    guard !state.errors.isEmpty else {
      state.message = "There is no error to dismiss"
      return
    }
    dismiss(state.errors.map(\.id))
  }

  private func dismiss(_ ids: [UInt64]) {
    guard !refusesToAct() else { return }
    for id in ids { box.dismiss(id) }
  }
}
