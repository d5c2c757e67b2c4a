/// What started a run.
package enum StartCause: Sendable, Equatable {
  /// A person: the earlier result is invalid until the run ends.
  case person
  /// The board, which starts the action when a front end comes: as for a person.
  case board
  /// The board, which repeats the action: the earlier result stays valid until the run ends.
  case clock
}
