extension Dashboard {
  /// A command of the panel, on any board. The raw values are the names used in a preferences file.
  package enum Command: String, Hashable, Sendable, CaseIterable {
    /// Press the focused button; in a question, give the focused answer.
    case press
    case next, previous
    /// Move half a page through the buttons.
    case nextPage = "next-page"
    case previousPage = "previous-page"
    case first, last
    /// Give the focus to the output, or back to the buttons.
    case focus
    /// Fold the group of the focused button, or show it again.
    case fold, unfold
    /// Fold all groups, or unfold them.
    case foldAll = "fold-all"
    /// List only the actions that a text finds.
    case find
    /// Start, restart or cancel all actions that are found.
    case actOnAll = "act-on-all"
    /// Start the services of the chosen action's group, in the order that their guards give.
    case startAll = "start-all"
    /// Find a command or an action by typing.
    case palette
    /// Choose one button of an action that has several.
    case pick
    /// Answer what the program of the focused action asks.
    case answer
    /// Answer what an agent asks, or choose the next action whose program asks something.
    case nextQuestion = "next-question"
    /// Cancel the running action, regardless of what a press would do.
    case cancel
    /// Cancel the focused action, wait for its end, and start it again.
    case restart
    /// Move the focus to the running activities, or back to the buttons.
    case activities
    /// Show all errors.
    case errors
    case dismissError = "dismiss-error"
    case dismissAllErrors = "dismiss-all-errors"
    /// Scroll the output back or forward by a page.
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
    /// Show the outputs of all services as one, or that of the chosen action again.
    case allLogs = "all-logs"
    /// Find lines in the outputs of all actions.
    case searchAll = "search-all"
    /// Show only lines that contain a text.
    case filter
    case wrap
    /// Give the output the whole screen, or take it back.
    case zoom
    /// Move the line between the buttons and the output.
    case enlargeOutput = "enlarge-output"
    case reduceOutput = "reduce-output"
    case timestamps
    case select
    case copy
    /// Mark the next line that names a file or an address, or the previous one, and open what it names.
    case nextPlace = "next-place"
    case previousPlace = "previous-place"
    case openPlace = "open-place"
    /// Open the output in the pager of the user, and the board in the editor.
    case page = "open-output"
    case edit = "edit-board"
    /// Open the board that is here now, or the project of the directory, instead of what is shown.
    case reopen, project
    /// Show what the focused action is, needs and did last, instead of its output.
    case details
    /// Show the last runs of the focused action.
    case runs
    case help
    case showMistakes = "show-mistakes"
    /// Close the overlay, leave the activities, or end the search, filter or selection of the output.
    case close
    /// Release the mouse to the terminal, or capture it again.
    case mouse
    /// Let changed files start actions, or not.
    case watch
    case quit
    case redraw
    case suspend
  }
}
