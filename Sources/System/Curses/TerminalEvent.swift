public import TerminalUI

/// An event from the terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key, the mouse, or pasted text.
  case input(InputEvent)
  /// The size of the terminal has changed; the next frame should have this size.
  case resized(Size)
  /// The terminal has told that it draws more characters whole than was known:
  /// ``TextWidth/composedCharacters`` has changed, and the next frame should be made anew.
  case widthsChanged
  /// INT, TERM, HUP or QUIT arrived. After cleaning up, end the program by `ProcessEnd.bySignal`.
  case interrupt(signal: Int32)
  /// End of file on standard input: the terminal has gone.
  case hangUp
  /// The program was stopped and continues; the screen has been redrawn.
  case resumed
}
