/// Something that became different, to be told in one line.
package enum Change: Equatable, Sendable {
  case action(ActionReading)
  case value(action: String, String?)
  case activity(Situation.ShownActivity)
  case problem(Situation.Problem)
  /// The error of an action is gone.
  case cleared(action: String)
  case network(Situation.Network)
}
