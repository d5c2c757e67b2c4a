internal import Board

/// How a session has ended: what became of its last action.
package struct EndReading: Equatable, Sendable {
  /// Nil if there was none.
  var action: String?
  /// The number of the run; nil if none began.
  var run: Int?
  /// Nil if none ended.
  var outcome: RunOutcome?
  /// Why it was not started; nil if it was.
  var refusal: String?
  /// The exit code of its command, if that has succeeded.
  var commandExit: Int32?

  /// The exit code of its command; nil if there is none.
  var exit: Int32? { outcome == .succeeded ? commandExit : outcome?.exitCode }
}
