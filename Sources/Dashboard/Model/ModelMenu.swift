internal import TerminalUI

/// The help, which is a menu of all commands and buttons.
extension Dashboard.Model {
  func openMenu() { state.overlay = .help(.opened(over: state)) }

  func press(_ key: Key, over menu: Dashboard.Menu) {
    let command = keys.command(for: key)
    if let rows = command?.rows(page: menuPage, count: HelpRow.all(state).count) {
      var menu = menu
      menu.moveFocus(
        by: rows, wraps: command == .next || command == .previous, in: state, board: boardArea)
      state.overlay = .help(menu)
      return
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

  /// The identifier of the chosen row; nil while the menu is closed.
  var chosenRow: HelpRow.ID? {
    if case .help(let menu) = state.overlay { menu.chosenRow(in: state) } else { nil }
  }

  /// Keeps the same row chosen after the rows have changed.
  func readMenu(keeping row: HelpRow.ID?) {
    guard case .help(var menu) = state.overlay else { return }
    menu.keep(row, in: state, board: boardArea)
    state.overlay = .help(menu)
  }

  private var menuPage: Int { max(1, boardArea.height - 5) }

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
    focusButton(index)
    pressButton(index)
  }
}
