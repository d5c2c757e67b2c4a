internal import TerminalUI

/// The help, which is a menu of all commands and buttons.
extension Dashboard.Model {
  func openMenu(_ content: Dashboard.Menu.Content = .help) {
    closeOverlay()
    state.overlay = .help(.opened(content, over: state))
  }

  /// Characters are typed, and other keys move the choice or do something with it.
  func press(_ key: Key, over menu: Dashboard.Menu) {
    let command = commandInList(for: key)
    switch key {
    case .character where command == .help && menu.text.isEmpty && menu.content == .help: closeOverlay()
    case .character(" ") where menu.text.isEmpty: break
    case .character(let character): type { $0.append(character) }
    case .backspace: type { _ = $0.popLast() }
    case .control("u"): type { $0 = "" }
    case .control("c"): closeOverlay()
    case .enter: choose(row: menu.focus)
    default: perform(command, over: menu)
    }
  }

  private func perform(_ command: Dashboard.Command?, over menu: Dashboard.Menu) {
    if let rows = command?.rows(page: menuPage, count: HelpRow.rows(state, menu).count) {
      var menu = menu
      menu.moveFocus(by: rows, wraps: command?.step != nil, in: state, board: boardArea)
      state.overlay = .help(menu)
      return
    }
    switch command {
    case .press: choose(row: menu.focus)
    case .close where menu.content == .help && !menu.text.isEmpty: type { $0 = "" }
    case .close, .help: closeOverlay()
    case .redraw, .suspend: command.map(perform)
    default: break
    }
  }

  /// Changes the text by which rows are found.
  func type(_ change: (inout String) -> Void) {
    guard case .help(var menu) = state.overlay else { return }
    menu.type(change, in: state, board: boardArea)
    state.overlay = .help(menu)
  }

  /// Performs the command of a row, or moves the focus to its button, and closes the menu. Nothing starts: a
  /// text may match another button than the person thinks.
  func choose(row index: Int) {
    guard case .help(let menu) = state.overlay else { return }
    let rows = HelpRow.rows(state, menu)
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
    centerFocus()
  }
}
