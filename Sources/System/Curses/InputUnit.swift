internal import TerminalUI

/// One result of reading from ncurses.
enum InputUnit: Hashable {
  /// A byte that is not part of a key in terminfo.
  case byte(UInt8)
  case key(Key)
  /// A key in terminfo that is not used.
  case other
}
