internal import TerminalUI

/// One thing ncurses reads.
enum InputUnit: Hashable {
  /// A byte that belongs to no key of terminfo.
  case byte(UInt8)
  case key(Key)
  /// A key of terminfo that we have no use for.
  case other
}
