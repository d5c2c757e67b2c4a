package import Boundary

/// A change of a board, which is printed as one line.
package enum Change: Equatable, Sendable {
  case action(ActionStatus)
  /// An action was not started, for this reason.
  case refusal(ActionStatus, String)
  case value(action: String, String?)
  case activity(Situation.ShownActivity)
  case problem(Situation.Problem)
  /// The error of an action was cleared.
  case cleared(action: String)
  /// A plan was made, or one of its steps has another state.
  case plan(PlanStatus)
  case network(Situation.Network)
}
