internal import TerminalUI

/// The help, which is a menu of all commands and buttons.
extension Dashboard.Model {
  func openMenu() {
    let first = HelpRow.all(state).firstIndex(where: \.isChoice) ?? 0
    state.overlay = .help(Dashboard.Menu(focus: first))
  }

  func press(_ key: Key, over menu: Dashboard.Menu) {
    let command = keys.command(for: key)
    if let rows = command?.rows(page: menuPage, count: HelpRow.all(state).count) {
      return moveMenuFocus(by: rows, wraps: command == .next || command == .previous)
    }
    switch command {
    case .press: choose(row: menu.focus)
    case .close, .help: closeOverlay()
    // The keys that the help lists also work while it is open.
    case let command?: choose(command)
    case nil:
      guard let index = state.buttons.firstIndex(where: { $0.key == key }) else { return }
      choose(button: index)
    }
  }

  /// Performs the command or presses the button of a row, and closes the help.
  func choose(row index: Int) {
    let rows = HelpRow.all(state)
    guard rows.indices.contains(index) else { return }
    switch rows[index] {
    case .heading: break
    case .command(let binding, _): choose(binding.command)
    case .button(let button):
      if let index = state.buttons.firstIndex(where: { $0.id == button.id }) { choose(button: index) }
    }
  }

  private func choose(_ command: Dashboard.Command) {
    guard state.allows(command) else {
      state.message = "\(keys.binding(of: command)?.word ?? command.rawValue): nothing to do now"
      return
    }
    state.overlay = nil
    if command != .help, command != .close { perform(command) }
  }

  private func choose(button index: Int) {
    state.overlay = nil
    leaveActivities()
    focusButton(index)
    pressButton(index)
  }

  /// Closes one thing that is open: the overlay, then the activities, then the selection, search or filter of
  /// the log.
  func close() {
    if state.overlay != nil { return closeOverlay() }
    state.activityFocus == nil ? performOnLog(.close) : leaveActivities()
  }

  private var menuPage: Int { max(1, Dashboard.Layout(state, size: size).board.height - 5) }

  /// Moves the choice to another row that can be chosen.
  private func moveMenuFocus(by step: Int, wraps: Bool) {
    guard case .help(var menu) = state.overlay else { return }
    let rows = HelpRow.all(state)
    let choices = rows.indices.filter { rows[$0].isChoice }
    guard !choices.isEmpty else { return }
    let present = choices.lastIndex { $0 <= menu.focus } ?? 0
    let next = present + step
    menu.focus =
      choices[wraps ? (next + choices.count) % choices.count : min(max(0, next), choices.count - 1)]
    menu.scrollsFreely = false
    show(menu)
  }

  /// Shows the menu and scrolls its chosen row into view.
  func show(_ menu: Dashboard.Menu) {
    var menu = menu
    let board = Dashboard.Layout(state, size: size).board
    menu.scroll = HelpOverlay(state, menu).window(in: board).visible.lowerBound
    state.overlay = .help(menu)
  }

  /// The identifier of the chosen row; nil while the menu is closed.
  var chosenRow: HelpRow.ID? {
    guard case .help(let menu) = state.overlay else { return nil }
    let rows = HelpRow.all(state)
    return rows.indices.contains(menu.focus) ? rows[menu.focus].id : nil
  }

  /// Keeps the same row chosen after the rows have changed, so that Enter has the same effect as before. If
  /// the row is gone, chooses the one that took its place.
  func readMenu(keeping row: HelpRow.ID?) {
    guard case .help(var menu) = state.overlay else { return }
    let rows = HelpRow.all(state)
    menu.focus =
      rows.firstIndex { $0.id == row } ?? rows.indices.last { $0 <= menu.focus && rows[$0].isChoice } ?? 0
    show(menu)
  }
}
