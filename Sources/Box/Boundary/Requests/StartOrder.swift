package import Board
package import Processes

/// A request to start an action.
package struct StartOrder {
  /// The name of the action.
  package var action: String
  /// Who requests it; nil if it is not known. The box sets it.
  package var starter: Starter?
  /// What is entered for it; nil for nothing.
  package var input: InputValues?
  /// The question of the action (`confirm`) that was answered with yes; nil if none was.
  ///
  /// The start is refused unless it is the present question, so that a yes always belongs to what was asked.
  package var confirmed: String?
  /// Whether a person at a panel is asked first, whose yes starts it. The answer comes when one has decided.
  package var isPetition = false
  /// Where the bytes of its command are passed on to: standard output, and standard error if that is another
  /// file. Empty if they are only kept as lines.
  package var descriptors: [Int32] = []
  /// What passes them on in the process of the box; nil for nothing.
  package var tap: OutputTap?
  /// Whether its command may have a terminal, unless its action says otherwise. False if what it prints
  /// leaves signalbox unchanged or goes into a file.
  package var hasTerminal = true
  /// Whether the run goes on when its front end leaves, although it is a `run`.
  package var isDetached = false
  /// Whether present runs of the action are cancelled first. The order is answered when they have ended.
  package var restarts = false
  /// Whether nothing is started if the last success of the action is fresh.
  package var ifStale = false
  /// The digest of the plan that was shown, if the action is started when that plan has unlocked it; nil for
  /// a start without a plan.
  package var plan: String?
  /// The questions of the steps of the plan, and of the action, that were answered with yes before.
  package var confirmedAhead: [String] = []
  /// Returns why this front end may not perform the plan; nil if it may. Called once, before the plan begins.
  package var refusalOfPlan: @MainActor (PlanStatus) -> String? = { _ in nil }
  /// Called for each press that the plan makes. The end of a run may come after that of the plan.
  package var onPress: @MainActor (PlanPress) -> Void = { _ in }
  /// What its command inherits; nil for what the process of the box has.
  package var context: ProcessContext?
  /// Called before the answer, if the box can cancel the start by this ticket until then.
  package var onTicket: @MainActor (StartTicket) -> Void = { _ in }
  /// Called once with the answer of the box.
  package var onAnswer: @MainActor (StartAnswer) -> Void = { _ in }
  /// Called with the number of the run, when that is known: before the answer, or when the run begins.
  package var onRun: @MainActor (Int) -> Void = { _ in }
  /// Called once, after an accepted start, when its work has begun: the program of a command runs. Not called
  /// if it never does.
  package var onBegin: (@MainActor () -> Void)?
  /// Called once after an accepted start, when the run has ended and all its output was delivered.
  package var onEnd: @MainActor (RunOutcome) -> Void = { _ in }

  package init(_ action: String, input: InputValues? = nil, confirmed: String? = nil) {
    self.action = action
    self.input = input
    self.confirmed = confirmed
  }
}

/// Identifies an accepted start among all starts of a box.
package struct StartTicket: Sendable, Hashable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// The answer to a request to start an action.
package enum StartAnswer: Sendable, Equatable {
  case accepted(StartTicket)
  /// It was not started because its last success is fresh, as the text says.
  case upToDate(String)
  /// It may not start now; the text explains why, without the name of the action.
  case refused(String)
  /// The other machines cannot be asked whether it may start, as the text explains.
  /// - mayPass: Whether a later try may succeed, because etcd does not answer. Otherwise somebody has to
  ///   change something first, because it refuses.
  case unavailable(String, mayPass: Bool)
  /// It was certainly not started, because its box ends, as the text explains: the next box can be asked.
  case notTaken(String)
  /// The box has ended before it answered, so that it is not known whether the action was started.
  case unknown
}
