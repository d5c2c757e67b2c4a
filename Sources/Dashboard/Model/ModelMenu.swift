internal import TerminalUI

/// The help, which is a menu of all that can be done.
extension Dashboard.Model {
  func openMenu() {
    let first = HelpRow.all(state).firstIndex(where: \.isChoice) ?? 0
    state.overlay = .help(Dashboard.Menu(focus: first))
  }

  func press(_ key: Key, over menu: Dashboard.Menu) {
    switch keys.command(for: key) {
    case .press: choose(row: menu.focus)
    case .next: moveMenuFocus(by: 1)
    case .previous: moveMenuFocus(by: -1)
    case .scrollForward: moveMenuFocus(by: menuPage, wraps: false)
    case .scrollBack: moveMenuFocus(by: -menuPage, wraps: false)
    case .showLogStart: moveMenuFocus(by: -HelpRow.all(state).count, wraps: false)
    case .followLog: moveMenuFocus(by: HelpRow.all(state).count, wraps: false)
    case .close, .help: state.overlay = nil
    // The keys that the help names work while it does.
    case let command?: choose(command)
    case nil:
      guard let index = state.buttons.firstIndex(where: { $0.key == key }) else { return }
      choose(button: index)
    }
  }

  /// Does what a row says, and closes the help.
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

  /// Closes what is open, one thing at a time.
  func close() {
    if state.overlay != nil { return closeOverlay() }
    state.activityFocus == nil ? performOnLog(.close) : leaveActivities()
  }

  private var menuPage: Int { max(1, Dashboard.Layout(state, size: size).board.height - 5) }

  /// Moves to another row that can be chosen.
  func moveMenuFocus(by step: Int, wraps: Bool = true) {
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

  /// Shows the menu, scrolled as far as it must be.
  func show(_ menu: Dashboard.Menu) {
    var menu = menu
    let board = Dashboard.Layout(state, size: size).board
    menu.scroll = HelpOverlay(state, menu).window(in: board).visible.lowerBound
    state.overlay = .help(menu)
  }

  /// Keeps the choice inside when there are fewer rows than before.
  func readMenu() {
    guard case .help(var menu) = state.overlay else { return }
    menu.focus = min(menu.focus, HelpRow.all(state).count - 1)
    show(menu)
  }
}
