extension Dashboard {
  /// What a key of the panel asks for, whatever the board.
  public enum Command: Hashable, Sendable, CaseIterable {
    /// Press the button that has the focus; in a question, give the answer that has it.
    case press
    case next, previous
    case dismissError
    /// A page of the output back or forward.
    case scrollBack, scrollForward
    case showLogStart, followLog
    case help
    /// Close what lies over the board.
    case close
    case quit
    case redraw
    case suspend
  }
}
