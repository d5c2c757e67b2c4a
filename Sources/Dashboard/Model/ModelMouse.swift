internal import Boundary
internal import SignalboxCore
internal import TerminalUI

/// The mouse. Everything that it does can also be done with keys.
///
/// A click counts if the button is released over the same target on which it was pressed, so that the user
/// can still change their mind. The second click of a double click is ignored: it would cancel what the first
/// one started, or press what was below the box that the first one closed.
extension Dashboard.Model {
  /// A press of the mouse button that has not been released yet.
  struct Hold {
    let target: Dashboard.Target?
    let point: Point
  }

  /// The last click.
  struct Click {
    let point: Point
    let time: Duration
  }

  private static let doubleClickTime = Duration.milliseconds(400)
  private static let wheelRows = 3

  func handle(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .press(.left):
      hold = Hold(target: target(at: mouse.position), point: mouse.position)
    case .release(.left):
      if let hold { release(hold, at: mouse.position) }
      hold = nil
    case .press, .release: hold = nil
    case .wheelUp: turnWheel(by: -Self.wheelRows, at: mouse.position)
    case .wheelDown: turnWheel(by: Self.wheelRows, at: mouse.position)
    }
  }

  private func target(at point: Point) -> Dashboard.Target? {
    Dashboard.Target(at: point, of: state, size: size)
  }

  // MARK: Clicks

  private func release(_ hold: Hold, at point: Point) {
    if hold.target == .log, hold.point.y != point.y, state.overlay == nil {
      return selectLog(from: hold.point, to: point)
    }
    guard let target = hold.target, target == self.target(at: point) else { return }
    let now = box.now
    defer { lastClick = Click(point: point, time: now) }
    if let lastClick, lastClick.point == point, now - lastClick.time < Self.doubleClickTime { return }
    click(target)
  }

  private func click(_ target: Dashboard.Target) {
    switch target {
    case .button(let id):
      guard let index = state.buttons.firstIndex(where: { $0.id == id }) else { return }
      leaveActivities()
      focusButton(index)
      pressButton(index)
    case .activity(let id):
      if let index = state.activity.running.firstIndex(where: { $0.id == id }) { showActivity(index) }
    case .error: showErrorSource()
    case .hint(let command): performHint(command)
    case .answer(let title, _): giveAnswer(title)
    case .helpRow(let id):
      if let index = HelpRow.all(state).firstIndex(where: { $0.id == id }) { choose(row: index) }
    case .run(let number, _): choose(run: number)
    case .besideOverlay: closeFromOutside()
    case .buttons, .activities, .log, .overlay: break
    }
  }

  /// Performs the command of a key hint, as if its key had been pressed.
  private func performHint(_ command: Dashboard.Command) {
    guard let overlay = state.overlay, let key = keys.binding(of: command)?.keys.first else {
      return perform(command)
    }
    press(key, over: overlay)
  }

  private func closeFromOutside() {
    if case .question(let question) = state.overlay, !question.isClosable { return }
    perform(.close)
  }

  private func giveAnswer(_ title: String) {
    guard case .question(let question) = state.overlay else { return }
    if let index = question.answers.firstIndex(where: { $0.title == title }) { answer(index) }
  }

  /// Moves the focus to the action that has reported the error.
  private func showErrorSource() {
    guard let action = state.error?.action else { return }
    if let index = levers.firstIndex(where: { $0.action.id == action }) {
      leaveActivities()
      focusButton(index)
    }
  }

  // MARK: Wheel

  /// Scrolls the part under the mouse. The focus does not change.
  private func turnWheel(by rows: Int, at point: Point) {
    switch target(at: point) {
    case .button, .buttons:
      state.scroll = scrolled(Dashboard.Layout(state, size: size).buttonWindow(state), by: rows)
      state.scrollsFreely = true
    case .activity, .activities:
      leaveActivities()
      state.activityScroll = scrolled(Dashboard.Layout(state, size: size).activityWindow(state), by: rows)
    case .log: scrollLog(rows: rows)
    case .helpRow, .run, .overlay: scrollOverlay(by: rows)
    case .error, .hint, .answer, .besideOverlay, nil: break
    }
  }

  /// Moves the choice in a box that has no scroll position of its own.
  private func moveInOverlay(by rows: Int) {
    guard let key = keys.binding(of: rows < 0 ? .previous : .next)?.keys.first else { return }
    if case .question = state.overlay { return }
    for _ in 0..<abs(rows) {
      if let overlay = state.overlay { press(key, over: overlay) }
    }
  }

  private func scrolled(_ window: ScrollWindow, by rows: Int) -> Int {
    max(0, window.visible.lowerBound + rows)
  }

  private func scrollOverlay(by rows: Int) {
    guard case .help(var menu) = state.overlay else { return moveInOverlay(by: rows) }
    let board = Dashboard.Layout(state, size: size).board
    menu.scrollsFreely = true
    menu.scroll = scrolled(HelpOverlay(state, menu).window(in: board), by: rows)
    show(menu)
  }

  // MARK: Capturing and releasing the mouse

  /// Releases the mouse to the terminal, which then selects text with it, or captures it again.
  func toggleMouse() {
    switch state.mouse {
    case .taken: onRequest(.useMouse(false))
    case .given: onRequest(.useMouse(true))
    case .absent: state.message = "This terminal does not tell of its mouse"
    }
  }

  /// What receives the mouse events. To be set by the program that owns the terminal.
  package var mouse: Dashboard.Mouse {
    get { state.mouse }
    set {
      state.mouse = newValue
      hold = nil
    }
  }
}
