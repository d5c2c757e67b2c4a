extension Dashboard {
  /// What a key of the panel asks for, whatever the board. The raw values are the names in a person's own file.
  public enum Command: String, Hashable, Sendable, CaseIterable {
    /// Press the button that has the focus; in a question, give the answer that has it.
    case press
    case next, previous
    /// Move into the running activities, and back to the buttons.
    case activities
    case dismissError = "dismiss-error"
    /// A page of the output back or forward.
    case scrollBack = "scroll-back"
    case scrollForward = "scroll-forward"
    case showLogStart = "show-log-start"
    case followLog = "follow-log"
    /// The last runs of the action that has the focus.
    case runs
    case help
    case showMistakes = "show-mistakes"
    /// Close what lies over the board, or leave the activities.
    case close
    case quit
    case redraw
    case suspend
  }
}
