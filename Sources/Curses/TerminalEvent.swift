public import TerminalUI

/// An event from the terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key, the mouse, or pasted text.
  case input(InputEvent)
  /// The size of the terminal has changed; the next frame should have this size.
  case resized(Size)
  /// INT, TERM, HUP or QUIT arrived. After cleaning up, end the program by `ProcessEnd.bySignal`.
  case interrupt(signal: Int32)
  /// End of file on standard input: the terminal has gone.
  case hangUp
  /// The program was stopped and continues; the screen has been redrawn.
  case resumed
}
