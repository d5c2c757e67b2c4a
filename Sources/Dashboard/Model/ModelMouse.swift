internal import Boundary
internal import TerminalUI

/// The mouse. Everything that it does can also be done with keys.
extension Dashboard.Model {
  func handle(_ event: MouseEvent) {
    if case .press = event.kind { endMarking() }
    switch mouseTracker.take(event, at: box.now, target: target) {
    case .click(let target): click(target)
    case .doubleClick(let target): target.button.map(pressButton)
    case .drag(let start, let end) where state.overlay == nil: mark(from: start, to: end)
    case .dragDivider(let end) where state.overlay == nil: state.dragDivider(to: end, size: size)
    case .drag, .dragDivider: break
    case .wheel(let rows, let point): turnWheel(by: rows, at: point)
    case nil: break
    }
    if case .release = event.kind { endMarking() }
  }

  private func target(at point: Point) -> Dashboard.Target? {
    Dashboard.Target(at: point, of: state, size: size)
  }

  // MARK: Clicks

  private func click(_ target: Dashboard.Target) {
    switch target {
    case .button(let id, .face): pressButton(id)
    case .button(let id, .row):
      giveFocus(toOutput: false)
      state.buttons.firstIndex { $0.id == id }.map(focusButton)
    case .heading(let group): toggle(group: group)
    case .activity(let id):
      if let index = state.activity.running.firstIndex(where: { $0.id == id }) { showActivity(index) }
    case .error: state.errors.count > 1 ? showErrors() : showErrorSource()
    case .errorRow(let id): state.errors.firstIndex { $0.id == id }.map(showSource(ofError:))
    case .hint(let command): performHint(command)
    case .answer(let title, _): giveAnswer(title)
    case .helpRow(let id):
      if let index = menuRows.firstIndex(where: { $0.id == id }) { choose(row: index) }
    case .run(let number, _): choose(run: number)
    case .foundLine(let line): if case .lines(let search) = state.overlay { show(line, of: search) }
    case .besideOverlay: closeFromOutside()
    case .log: giveFocus(toOutput: true)
    case .buttons: giveFocus(toOutput: false)
    case .divider, .overlay: break
    case .current: showActivities()
    }
  }

  private var menuRows: [HelpRow] {
    if case .help(let menu) = state.overlay { HelpRow.rows(state, menu) } else { [] }
  }

  private func pressButton(_ id: String) {
    guard let index = state.buttons.firstIndex(where: { $0.id == id }) else { return }
    focusButton(index)
    pressButton(index)
  }

  /// Performs the command of a key hint, as if its key had been pressed.
  private func performHint(_ command: Dashboard.Command) {
    guard let overlay = state.overlay, let key = keys.binding(of: command)?.keys.first else {
      return perform(command)
    }
    if case .question(let question) = overlay, question.isAboutQuitting, command == .quit {
      return press(.control("c"), over: overlay)
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
    if let action = state.error?.action, let index = levers.index(ofAction: action) { focusButton(index) }
  }

  // MARK: Wheel

  /// Scrolls the part under the mouse. The focus does not change.
  private func turnWheel(by rows: Int, at point: Point) {
    switch target(at: point) {
    case .button, .heading, .buttons:
      state.scroll = scrolled(Dashboard.Layout(state, size: size).buttonWindow(state), by: rows)
      state.scrollsFreely = true
    case .log, .divider: if !scrollDetails(by: rows) { changeLog { $0.scroll(rows: rows, on: $1) } }
    case .helpRow, .run, .foundLine, .activity, .errorRow, .overlay: scrollOverlay(by: rows)
    case .current, .error, .hint, .answer, .besideOverlay, nil: break
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
    if isSearchingLines { return moveInLineSearch(by: rows, wraps: false) }
    if state.overlay == .activities { return moveInActivities(by: rows, wraps: false) }
    guard case .help(var menu) = state.overlay else { return moveInOverlay(by: rows) }
    menu.scroll(by: rows, in: state, board: boardArea)
    state.overlay = .help(menu)
  }

  /// What receives the mouse events. To be set by the program that owns the terminal.
  package var mouse: Dashboard.Mouse {
    get { state.mouse }
    set {
      state.mouse = newValue
      mouseTracker.forgetPress()
      endMarking()
    }
  }
}
