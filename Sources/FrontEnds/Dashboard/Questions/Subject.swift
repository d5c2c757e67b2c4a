internal import Boundary

extension Dashboard {
  /// What a question is about.
  ///
  /// The text and the answers are recomputed from it after every change. An open question is therefore always
  /// up to date, and an answer always applies to what the question showed.
  enum Subject: Equatable, Sendable {
    /// Cancel a run, identified by its number.
    case cancelling(ActionDescription, run: Int)
    /// Start an action that requires confirmation.
    case starting(Trigger)
    /// Restart an action, which ends its run.
    case restarting(Trigger)
    /// Start, restart or cancel several actions, by the buttons that were listed.
    case several([Trigger])
    /// Start the services of a group, and what they need of it.
    case startingAll([Trigger], group: String?)
    /// Start an action with one of its inputs.
    case choosing(ActionDescription)
    /// Let a plan start an action that requires confirmation, or the action that it is for.
    case planned(plan: String, action: String, question: String)
    /// Let an agent start an action, identified by the number of its petition.
    case deciding(UInt64)
    /// Quit, which cancels everything that runs.
    case quitting
    /// Quit, while what runs can go on in the box that other front ends share.
    case detaching
    /// Wait for the actions that were running when the panel began to quit.
    /// - canKill: Whether quitting at once kills what is left.
    case leaving([ActionDescription], canKill: Bool)

    /// Cancel the present run of an action.
    static func cancelling(_ action: ActionStatus) -> Subject {
      // A run that was accepted but has not begun yet will have the next number.
      .cancelling(
        action.description, run: action.runningSince == nil ? action.runs.count + 1 : action.runs.count)
    }
  }
}
