internal import TerminalUI

/// Folding of groups of buttons.
extension Dashboard.Model {
  /// Folds the group of the focused button. Otherwise chooses the previous button.
  func fold() {
    guard let group = state.focusedButton?.group, !state.foldedGroups.contains(group), state.filter == nil
    else {
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
    if refusesToFold() { return }
    if state.foldedGroups.remove(group) == nil { state.foldedGroups.insert(group) }
  }

  /// Folds all groups, or unfolds them if all are folded.
  func foldAll() {
    if refusesToFold() { return }
    let groups = Set(state.buttons.compactMap(\.group))
    state.foldedGroups = groups.isSubset(of: state.foldedGroups) ? [] : groups
    state.scrollsFreely = false
    if groups.isEmpty { state.message = "There are no groups" }
  }

  /// Whether no group can be folded. If so, shows a message.
  private func refusesToFold() -> Bool {
    if state.filter != nil { state.message = "No group is folded while a text narrows the list" }
    return state.filter != nil
  }

  /// Unfolds the group of a button.
  func reveal(button index: Int) {
    if state.buttons.indices.contains(index), let group = state.buttons[index].group {
      state.foldedGroups.remove(group)
    }
  }
}
