internal import TerminalUI

/// Folding of groups of buttons.
extension Dashboard.Model {
  /// Folds the group of the focused button. Otherwise chooses the previous button.
  func fold() {
    guard let group = state.focusedButton?.group, !state.foldedGroups.contains(group) else {
      return moveFocus(by: -1)
    }
    state.foldedGroups.insert(group)
    state.scrollsFreely = false
  }

  /// Unfolds the group of the focused button. Otherwise chooses the next button.
  func unfold() {
    if !unfoldFocusedGroup() { moveFocus(by: 1) }
  }

  /// Returns false if the focus is not on a folded group.
  func unfoldFocusedGroup() -> Bool {
    guard let group = state.rows.foldedGroup(ofButton: state.focus) else { return false }
    state.foldedGroups.remove(group)
    state.scrollsFreely = false
    return true
  }

  /// Folds a group, or unfolds it.
  func toggle(group: String) {
    if state.foldedGroups.remove(group) == nil { state.foldedGroups.insert(group) }
  }

  /// Unfolds the group of a button.
  func reveal(button index: Int) {
    if state.buttons.indices.contains(index), let group = state.buttons[index].group {
      state.foldedGroups.remove(group)
    }
  }
}
