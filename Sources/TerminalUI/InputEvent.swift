/// What a person did at the terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Text that was pasted as a whole (bracketed paste), not typed.
  case paste(String)
}
