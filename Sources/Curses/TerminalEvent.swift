public import TerminalUI

/// What reaches a program from its terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key, a move of the mouse, or pasted text.
  case input(InputEvent)
  /// The terminal has this size now; the next frame should have it too.
  case resized(Size)
  /// INT, TERM, HUP or QUIT arrived. After cleaning up, end with `ProcessEnd.bySignal`.
  case interrupt(signal: Int32)
  /// End of file on standard input: the terminal is gone and nobody will press a key again.
  case hangUp
  /// The program was stopped and runs again; the screen has been drawn anew.
  case resumed
}
