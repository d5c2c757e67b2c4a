/// User input from the terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Text that was pasted as a whole (bracketed paste) instead of typed.
  case paste(String)
}
