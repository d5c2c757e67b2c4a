internal import TerminalUI

/// What keys mean in a list over the board.
extension Dashboard.KeyMap {
  /// The command of a key in a list, where nothing else can get the focus.
  func commandInList(for key: Key) -> Dashboard.Command? {
    let command = command(for: key)
    guard command == .focus else { return command }
    return key == .backTab ? .previous : .next
  }
}

extension Dashboard.Command {
  /// The distance of a command that moves by one row, positive for down; nil for another one.
  var step: Int? {
    switch self {
    case .next, .unfold: 1
    case .previous, .fold: -1
    default: nil
    }
  }

  /// The distance by which a command moves in a list, positive for down; nil if it does not move.
  func rows(page: Int, count: Int) -> Int? {
    switch self {
    case .scrollForward, .nextPage: page
    case .scrollBack, .previousPage: -page
    case .followLog, .last: count
    case .showLogStart, .first: -count
    default: step
    }
  }
}
