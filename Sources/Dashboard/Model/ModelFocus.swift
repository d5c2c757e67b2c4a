internal import Boundary
internal import TerminalUI

/// The focus, which is on a button or on a running activity.
extension Dashboard.Model {
  func moveFocus(by step: Int) {
    if activities.index != nil {
      activities.move(by: step, in: state.activity.running)
      state.activityFocus = activities.index
      return
    }
    let count = state.buttons.count
    if count > 0 { focusButton((state.focus + step + count) % count) }
  }

  /// Moves the focus to a button, and scrolls it into view.
  func focusButton(_ index: Int) {
    leaveActivities()
    state.focus = index
    state.scrollsFreely = false
  }

  /// Moves the focus to the activities, or back to the buttons.
  func toggleActivities() {
    if activities.index != nil { return leaveActivities() }
    guard !state.activity.running.isEmpty else {
      state.message = "Nothing is running"
      return
    }
    guard let first = visibleActivities.first else {
      state.message = "There is no room for the activities"
      return
    }
    activities.choose(first, in: state.activity.running)
    state.activityFocus = activities.index
  }

  func leaveActivities() {
    activities.leave()
    state.activityFocus = nil
  }

  /// Moves the focus to the button that started an activity, so that its output is shown.
  func showActivity(_ index: Int) {
    leaveActivities()
    guard state.activity.running.indices.contains(index), let id = state.activity.running[index].action,
      let action = situation[id], let button = levers.cause(of: action)
    else { return }
    focusButton(button)
  }

  /// Keeps the same activity chosen. If none is in view, returns the focus to the buttons.
  func keepActivityFocus() {
    guard activities.index != nil else { return }
    activities.update(to: state.activity.running)
    if visibleActivities.isEmpty { activities.leave() }
    state.activityFocus = activities.index
  }

  private var visibleActivities: Range<Int> {
    Dashboard.Layout(state, size: size).activityWindow(state).visible
  }
}
