/// Who started a run.
package enum StartCause: Sendable, Equatable {
  /// Somebody who wants to know: until the run ends, there is no result.
  case person
  /// The board, which repeats the action: until the run ends, the result of the one before stands.
  case clock
}
