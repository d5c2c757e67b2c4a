internal import Boundary
internal import Processes

extension Dashboard {
  /// What an event leads to beyond the mode that has received it. The model performs it.
  enum Effect: Equatable {
    /// Shows a message until the next key.
    case show(String)
    case request(Request)
    /// Changes the view of the log that is shown.
    case log(LogStep)
    /// Starts an action whose input was typed, or restarts it.
    case submit(Lever, restarts: Bool)
    /// Answers the question of the program of an action.
    case answer(String, ProgramQuestion, text: String)
    /// Takes over a lost run of an action.
    case takeOver(String, run: String, reason: String)
  }

  /// A change of the view of a log.
  enum LogStep: Equatable {
    /// A text to search for, or to filter by, is typed.
    case search(String)
    case filter(String)
    /// The text keeps its effect, or the view from before it returns.
    case keepText, dropText
    case scroll(pages: Int)
  }
}
