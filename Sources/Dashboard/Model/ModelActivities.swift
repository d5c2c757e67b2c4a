internal import Boundary
internal import SignalboxCore
internal import TerminalUI

/// The keys that act on the running activities.
extension Dashboard.Model {
  /// Moves the focus to the activities, or back to the buttons.
  func toggleActivities() {
    if state.activityFocus != nil { return leaveActivities() }
    guard !state.activity.running.isEmpty else {
      state.message = "Nothing is running"
      return
    }
    let visible = Dashboard.Layout(state, size: size).activityWindow(state).visible
    guard let first = visible.first else {
      state.message = "There is no room for the activities"
      return
    }
    chooseActivity(first)
  }

  func leaveActivities() {
    chosenActivity = nil
    state.activityFocus = nil
  }

  func moveActivityFocus(by step: Int) {
    let count = state.activity.running.count
    guard count > 0, let focus = state.activityFocus else { return }
    chooseActivity((focus + step + count) % count)
  }

  /// Moves the focus to the button that started an activity, so that its output is shown, and leaves the
  /// activities.
  func showActivity(_ index: Int) {
    leaveActivities()
    guard state.activity.running.indices.contains(index), let action = state.activity.running[index].action
    else { return }
    let buttons = levers.indices.filter { levers[$0].action.id == action }
    let status = situation[action]
    let cause = buttons.first { index in status.map { levers[index].isCause(of: $0) } ?? false }
    if let button = cause ?? buttons.first { focusButton(button) }
  }

  /// Moves the focus to a button, and scrolls it into view.
  func focusButton(_ index: Int) {
    state.focus = index
    state.scrollsFreely = false
  }

  private func chooseActivity(_ index: Int) {
    chosenActivity = state.activity.running[index].id
    state.activityFocus = index
  }

  /// Keeps the same activity chosen. If it has ended, chooses the one that took its place in the list. If no
  /// activity is in view, returns the focus to the buttons.
  func keepActivityFocus() {
    guard let focus = state.activityFocus else { return }
    let running = state.activity.running
    guard !running.isEmpty, !Dashboard.Layout(state, size: size).activityWindow(state).visible.isEmpty else {
      return leaveActivities()
    }
    chooseActivity(running.firstIndex { $0.id == chosenActivity } ?? min(focus, running.count - 1))
  }
}
