internal import TerminalUI

/// The two parts of the board of which one has the focus: the buttons and the output.
extension Dashboard.Model {
  /// Gives the focus to the output, or back to the buttons.
  func switchFocus() { giveFocus(toOutput: !state.outputHasFocus) }

  func giveFocus(toOutput isOutput: Bool) {
    let hasRoom = hasRoomForOutput
    if isOutput, !hasRoom { state.message = noRoomForOutput }
    state.outputHasFocus = isOutput && hasRoom
  }

  /// What to do in a window that is too small for buttons and output. It is short for the same reason.
  var noRoomForOutput: String {
    let key = state.isZoomed ? nil : keys.binding(of: .zoom)?.keys.first?.name
    return key.map { "No room: \($0) zooms" } ?? "There is no room for the output"
  }

  private var hasRoomForOutput: Bool { !Dashboard.Layout(state, size: size).log.isEmpty }

  /// Performs what a key means only because of the focus. Returns false if it has its usual meaning.
  ///
  /// Letters move in the part that has the focus, and arrows choose a button whatever has it. Pages, start
  /// and end are those of the buttons while they have the focus and do not fit.
  func performOnFocusedPart(_ command: Dashboard.Command, by key: Key) -> Bool {
    if state.outputHasFocus || state.isZoomed {
      guard !key.isArrow, let meaning = command.inOutput, hasRoomForOutput else { return false }
      performOnLog(meaning)
      return true
    }
    // Most keys do not move at all.
    guard command.step == nil, command.rows(page: 1, count: 1) != nil else { return false }
    let count = state.rows.rows.count
    let layout = Dashboard.Layout(state, size: size)
    guard !layout.buttons.isEmpty, layout.buttonWindow(state).visible.count < count,
      let rows = command.rows(page: max(1, layout.buttons.height - 3), count: count)
    else { return false }
    moveFocus(by: rows, wraps: false)
    return true
  }

  /// The command of a key over a list, in which nothing else can get the focus.
  func commandInList(for key: Key) -> Dashboard.Command? {
    let command = keys.command(for: key)
    guard command == .focus else { return command }
    return key == .backTab ? .previous : .next
  }
}

extension Dashboard.Command {
  /// What a command for the buttons does in the output.
  fileprivate var inOutput: Self? {
    switch self {
    case .next: .scrollLineForward
    case .previous: .scrollLineBack
    case .fold: .previousRun
    case .unfold: .nextRun
    default: nil
    }
  }
}

extension Key {
  fileprivate var isArrow: Bool {
    switch self {
    case .up, .down, .left, .right: true
    default: false
    }
  }
}
