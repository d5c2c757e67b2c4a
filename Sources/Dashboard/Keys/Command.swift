extension Dashboard {
  /// What a key of the panel asks for, whatever the board. The raw values are the names in a person's own file.
  public enum Command: String, Hashable, Sendable, CaseIterable {
    /// Press the button that has the focus; in a question, give the answer that has it.
    case press
    case next, previous
    /// Choose among the buttons of an action that has several.
    case pick
    /// Cancel what runs, whatever a press would do.
    case cancel
    /// Move into the running activities, and back to the buttons.
    case activities
    case dismissError = "dismiss-error"
    /// A page of the output back or forward.
    case scrollBack = "scroll-back"
    case scrollForward = "scroll-forward"
    case scrollLineBack = "scroll-line-back"
    case scrollLineForward = "scroll-line-forward"
    case showLogStart = "show-log-start"
    case followLog = "follow-log"
    case previousRun = "previous-run"
    case nextRun = "next-run"
    case search
    case nextMatch = "next-match"
    case previousMatch = "previous-match"
    /// Leave out the lines without a text.
    case filter
    case wrap
    case timestamps
    case select
    case copy
    /// The last runs of the action that has the focus.
    case runs
    case help
    case showMistakes = "show-mistakes"
    /// Close what lies over the board, leave the activities, or end what was asked of the output.
    case close
    /// Give the mouse to the terminal, or take it back.
    case mouse
    case quit
    case redraw
    case suspend
  }
}
