internal import Boundary
internal import TerminalUI

/// The focus of the buttons, and the choice in the list of the running activities.
extension Dashboard.Model {
  func moveFocus(by step: Int, wraps: Bool = true) {
    let rows = state.rows
    guard let index = rows.button(from: state.focus, movedBy: step, wraps: wraps) else { return }
    leaveActivities()
    state.focus = index
    state.scrollsFreely = false
  }

  /// Moves the focus to a button, and scrolls it into view.
  func focusButton(_ index: Int) {
    leaveActivities()
    reveal(button: index)
    state.focus = index
    state.scrollsFreely = false
  }

  /// Scrolls the chosen button to the middle if it is out of view, so that its neighbours are seen as well.
  func centerFocus() {
    let layout = Dashboard.Layout(state, size: size)
    var unmoved = state
    unmoved.scrollsFreely = true
    guard let row = state.rows.row(ofButton: state.focus),
      !layout.buttonWindow(unmoved).visible.contains(row)
    else { return }
    state.scroll = max(0, row - layout.buttons.height / 2)
  }

  /// Opens the list of the running activities.
  func showActivities() {
    guard !state.activity.running.isEmpty else {
      state.message = "Nothing is running"
      return
    }
    activities.choose(0, in: state.activity.running)
    state.activityFocus = activities.index
    state.overlay = .activities
  }

  func leaveActivities() {
    activities.leave()
    state.activityFocus = nil
    if state.overlay == .activities { state.overlay = nil }
  }

  /// Chooses another activity. If it does not wrap, it stops at the first and at the last one.
  func moveInActivities(by rows: Int, wraps: Bool) {
    let (present, last) = (activities.index ?? 0, state.activity.running.count - 1)
    activities.move(by: wraps ? rows : min(max(-present, rows), last - present), in: state.activity.running)
    state.activityFocus = activities.index
  }

  func pressOverActivities(_ key: Key) {
    let command = commandInList(for: key)
    let count = state.activity.running.count
    if let rows = command?.rows(page: max(1, boardArea.height - 3), count: count) {
      return moveInActivities(by: rows, wraps: command?.step != nil)
    }
    switch command {
    case .press: showActivity(activities.index ?? 0)
    case .activities: leaveActivities()
    case .help: openMenu()
    case nil:
      guard let index = state.buttons.firstIndex(where: { $0.key == key }) else { return }
      focusButton(index)
      pressButton(index)
    default: performOverList(command)
    }
  }

  /// Moves the focus to the button that started an activity, so that its output is shown.
  func showActivity(_ index: Int) {
    leaveActivities()
    guard state.activity.running.indices.contains(index), let id = state.activity.running[index].action,
      let action = situation[id], let button = levers.cause(of: action)
    else { return }
    focusButton(button)
  }

  /// Keeps the same activity chosen. If none is left, closes their list.
  func keepActivityFocus() {
    guard activities.index != nil else { return }
    guard state.overlay == .activities else { return leaveActivities() }
    activities.update(to: state.activity.running)
    if activities.index == nil { return leaveActivities() }
    state.activityFocus = activities.index
    state.activityScroll = ActivitiesOverlay(state).window(in: boardArea).visible.lowerBound
  }
}
