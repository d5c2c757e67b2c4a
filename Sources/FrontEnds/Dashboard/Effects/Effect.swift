internal import Boundary
internal import Programs

extension Dashboard {
  /// What an event leads to beyond the mode that has received it. The model performs it.
  enum Effect: Equatable, Sendable {
    /// A command, with its meaning on the board.
    case perform(Command)
    /// Shows a message until the next key.
    case show(String)
    case request(Request)

    // The buttons, by their indices.
    case press(button: Int)
    case focus(button: Int)
    /// Moves the focus to a button that may be far away, and shows its neighbours as well.
    case goTo(button: Int)
    /// Moves the focus by rows, up to the first or the last one.
    case moveFocus(by: Int)
    case scrollButtons(by: Int)
    /// Folds a group, or unfolds it.
    case toggle(group: String)
    /// Lists only the buttons that a text finds; all if it is empty.
    case narrow(to: String)
    /// Lists the buttons as before, and chooses one of them again.
    case restoreList(String, focus: String?)

    // The output.
    /// A command about the output, whatever has the focus.
    case performOnLog(Command)
    case log(LogStep)
    /// Scrolls what is in the place of the output by rows.
    case scrollOutput(by: Int)
    /// Searches the outputs of all actions for the text that is typed.
    case find
    /// Scrolls to a line that contains a text, when its output is there.
    case seek(OutputSearch.Line, text: String)
    /// Marks the line that says where the last run of an action has failed, when its output is there.
    case seekFailure(of: String)
    /// Opens what a line of the output names.
    case open(OutputPlace)

    // What the box is asked for.
    /// Starts an action, after its input and its question if it has them.
    case choose(Trigger)
    /// Starts or restarts an action whose input was typed, after its question if it has one.
    case submit(Trigger, restarts: Bool)
    /// Starts or restarts an action whose question was answered with yes.
    case start(Trigger)
    case restart(Trigger)
    /// Answers a question of an action in a plan; nil is no, which stops the plan.
    case answerPlan(String, action: String, question: String?)
    case startAll([Trigger])
    /// Starts actions, those that are locked when the others have unlocked them.
    case startAllInOrder([Trigger])
    case restartAll([Trigger])
    /// Cancels all runs of the action with this name.
    case cancel(String)
    case cancelAll([String])
    /// Cancels everything that runs, and quits when it has ended.
    case stop
    case dismiss([UInt64])
    /// Answers the question of the program of an action.
    case answer(String, ProgramQuestion, text: String)
    /// Takes over a lost run of an action.
    case takeOver(String, run: String, reason: String)
    /// Answers what an agent asks.
    case decide(UInt64, yes: Bool)
    /// Gives an answer to the question of the panel, if the present situation allows it.
    case give(answer: Int)
  }

  /// A change of the view of a log.
  enum LogStep: Equatable, Sendable {
    /// A text to search for, or to filter by, is typed.
    case search(String)
    case filter(String)
    /// The text keeps its effect, or the view from before it returns.
    case keepText, dropText
    case scroll(pages: Int)
    /// Scrolls to the line with this number.
    case show(line: Int)
    /// Moves the end of the selection by a number of lines.
    case extendSelection(by: Int)
    case copy
  }
}
