internal import Board
package import Boundary
package import Processes

/// Where the start of a run came from, and what that determines.
package struct RunOrigin: Sendable {
  /// The front end that requested it; nil for none.
  package var starter: Starter?
  /// Receives the bytes of its command; nil if they are not needed.
  package var tap: OutputTap?
  /// Whether its command may have a terminal.
  package var hasTerminal = true
  /// What its command inherits; nil for what this process has.
  package var context: ProcessContext?
  /// Called with its number when it begins, on any thread; nil if nobody needs that.
  package var onRun: (@Sendable (Int) -> Void)?
  /// Called when its work begins, at each attempt, on any thread; nil if nobody waits for that.
  package var onBegin: (@Sendable () -> Void)?

  package init(
    starter: Starter? = nil, tap: OutputTap? = nil, hasTerminal: Bool = true, context: ProcessContext? = nil
  ) {
    self.starter = starter
    self.tap = tap
    self.hasTerminal = hasTerminal
    self.context = context
  }

  /// - Parameter onMain: How the main actor is reached from any thread.
  init(of order: StartOrder, onMain: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void)
  {
    self.init(
      starter: order.starter, tap: order.tap, hasTerminal: order.hasTerminal, context: order.context)
    onRun = { [onRun = order.onRun] number in onMain { onRun(number) } }
  }
}

/// The right of a run to be the only one on all machines, as its command sees it.
package struct SharedClaim: Sendable, Equatable {
  /// The identifier of the run.
  package let run: String
  /// A number that is larger than that of any earlier run: what a command changes can refuse smaller ones.
  package let fence: Int64

  package init(run: String, fence: Int64) { (self.run, self.fence) = (run, fence) }

  /// The environment variables of the command.
  var variables: [String: String] { ["SIGNALBOX_RUN": run, "SIGNALBOX_FENCE": "\(fence)"] }
}

/// A start that was accepted.
struct RunRequest: Sendable {
  /// What was entered for it; nil for nothing.
  var input: InputValues?
  let cause: StartCause
  let origin: RunOrigin
  /// The ports that it knows.
  var ports = RunPorts()
  /// What the run of a shared action holds on all machines; nil for other actions.
  var claim: SharedClaim?
  /// The file of another program that describes the action; nil for the file of a board.
  var describingFile: String?
  /// How the end of the run of a shared action is told to other machines; nil for other actions.
  var end: SharedEnd?

  /// The values of the variables in the definition: those of the front end that asked for the run. What runs
  /// by itself has those of this process, so that it means the same whichever front ends come and go.
  var variables: InheritedVariables {
    let inherited =
      switch cause {
      case .person, .plan: InheritedVariables(of: origin.context)
      case .board, .clock, .files: InheritedVariables(of: nil)
      }
    return ports.ofActions.isEmpty ? inherited : inherited.adding(ports.variables)
  }
}
