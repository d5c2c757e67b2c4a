package import Programs
package import TerminalUI

/// Where the runs, guards, outputs and results of a board live, as front ends see it.
///
/// This is all that a front end can know and request. One class has it, over a line to a box that is in the
/// same process (private) or in one of its own that several front ends share.
@MainActor
package protocol Box: AnyObject {
  /// The situation as the box has told it last.
  var situation: Situation { get }

  /// Called when the box has told a situation, an output or past runs that are looked at; a box in the same
  /// process may tell it while something is requested of it.
  var onChange: @MainActor () -> Void { get set }

  /// Called for each notice of an action.
  var onNotice: @MainActor (Notice) -> Void { get set }

  /// How the history of runs names this front end; nil if there is no other.
  var name: String? { get }

  /// Whether runs go on when this front end leaves.
  var isShared: Bool { get }

  /// Whether the box is not there any more. The situation stays as it was last, and nothing can be requested.
  var hasEnded: Bool { get }

  /// What has become of it when it has ended, after "the box".
  var endWords: String { get }

  /// The present time on the clock of the box, on which all its times are instants.
  var now: Duration { get }

  /// What the front end looks at. A box only sends these outputs and past runs.
  var attention: Attention { get set }

  /// The kept lines of the output of an action, if the front end looks at it; empty if there is no such
  /// action.
  func output(of action: String) -> OutputRing

  /// Whether the output of an action is known. A box sends it when the front end looks at it, and until then
  /// it seems to be empty.
  func knowsOutput(of action: String) -> Bool

  /// The past and present runs of an action, if the front end looks at them.
  func history(of action: String) -> RunHistory

  /// Passes lines that actions print from now on to a follower, which replaces the previous one.
  func follow(_ follower: OutputFollower)

  /// Passes no lines to a follower from now on.
  func stopFollowing()

  /// Starts an action, if its guard and its policy allow that at the moment when the box receives it.
  func start(_ order: StartOrder)

  /// Cancels runs, and kills the commands of an action that are being stopped already. The situation shows
  /// when they have ended.
  func cancel(_ target: CancelTarget)

  /// Shows the program of an action on the terminal of the front end, and lets a person type.
  func enter(_ order: EnterOrder) -> VisitTicket

  /// That terminal has another size.
  func resize(_ visit: VisitTicket, to size: Size)

  /// The person leaves the program, which goes on.
  func leave(_ visit: VisitTicket)

  /// Answers a question of a program.
  func answer(_ order: AnswerOrder)

  /// Ends the lost runs of a shared action.
  func takeOver(_ order: TakeOverOrder)

  /// Answers what an agent asks. Nothing happens if that is decided already.
  func decide(_ petition: Petition.ID, yes: Bool)

  /// Removes an error.
  func dismiss(_ problem: Situation.Problem.ID)

  /// Runs the actions that repeat, and starts those that start with the board, as long as this front end is
  /// there.
  func repeatActions()

  /// From now on changed files start nothing because of this front end.
  func ignoreFiles()

  /// Switches on or off that changed files start actions.
  func setWatching(_ isOn: Bool)

  /// Ends what ends with this front end. A private box cancels everything; a shared one cancels the runs that
  /// only this front end waits for.
  /// - Parameters:
  ///   - now: Whether to leave without waiting until the output of its starts is read.
  ///   - whenLeft: Called once, when all of that has ended.
  func leave(now: Bool, _ whenLeft: @escaping @MainActor () -> Void)

  /// Explains the guard of an action; passes nil if there is no such action.
  func explain(_ action: String, _ answer: @escaping @MainActor (Explanation?) -> Void)

  /// Passes the kept lines of an action from one number on, of a run or of all; nil if the box has ended.
  /// - Parameter run: The number of a run; -1 for the newest, -2 for the one before it; nil for all.
  func lines(
    of action: String, from first: Int, run: Int?, _ answer: @escaping @MainActor (KeptLines?) -> Void)

  /// Derives the plan by which an action can be started; passes nil if there is no such action.
  func plan(_ action: String, _ answer: @escaping @MainActor (PlanStatus?) -> Void)

  /// Answers a question that a plan asks.
  func answer(_ order: PlanAnswerOrder)

  /// Finds the lines of all outputs that contain a text; passes nothing if the box has ended.
  func find(_ text: String, _ answer: @escaping @MainActor (OutputSearch) -> Void)
}

extension Box {
  /// Leaves when the output of its starts is read.
  package func leave(_ whenLeft: @escaping @MainActor () -> Void) { leave(now: false, whenLeft) }
}

/// Receives the lines that actions print.
package struct OutputFollower: Sendable {
  /// Whether only remarks about runs are needed, and not what commands print.
  package let onlyRemarks: Bool
  /// Called with the lines of one action and a moment of it at which they had been printed.
  package let onLines: @MainActor (_ lines: [OutputLine], _ action: ActionStatus) -> Void

  package init(
    onlyRemarks: Bool = false,
    onLines: @escaping @MainActor (_ lines: [OutputLine], _ action: ActionStatus) -> Void
  ) {
    self.onlyRemarks = onlyRemarks
    self.onLines = onLines
  }
}

/// What a front end looks at.
package struct Attention: Sendable, Equatable {
  /// The action whose output is shown; nil for none.
  package var output: String?
  /// The action whose past runs are shown; nil for none.
  package var history: String?
  /// The space in which it shows an output, which is the size of the terminals of commands that are started
  /// while this front end is the one that acted last; nil if it shows none.
  package var size: Size?

  package init(output: String? = nil, history: String? = nil, size: Size? = nil) {
    self.output = output
    self.history = history
    self.size = size
  }
}

/// The runs that a request cancels.
package enum CancelTarget: Sendable, Equatable {
  /// All present and waiting runs of an action.
  case action(String)
  /// The run that an accepted start has led to, or will lead to.
  case start(StartTicket)
  /// The plan for an action, and none of the runs that it has started.
  case plan(String)
}
