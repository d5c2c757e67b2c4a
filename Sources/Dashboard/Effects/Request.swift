extension Dashboard {
  /// A request to the program that runs the panel.
  package enum Request: Sendable, Equatable {
    case redraw
    case suspend
    /// Capture the mouse, or release it to the terminal. Set `mouse` of the model afterwards.
    case useMouse(Bool)
    /// Quit, and cancel what ends with the panel. If requested a second time, kill what is still running.
    case quit
    /// Show a new box: the present one has ended.
    case reopen
    /// Show a text in the pager of the user.
    case page(String)
    /// Open the file of the board in the editor of the user.
    case edit
    /// Give the terminal to the program of an action.
    case enter(String)
    /// Copy a text to the clipboard, and report the result with `show`.
    case copy(String)
  }
}
