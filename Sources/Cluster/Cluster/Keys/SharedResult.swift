package import Board

/// How a run has ended, as others are told.
package struct SharedResult: Sendable, Equatable {
  package var outcome: RunOutcome
  /// The value that it shows, if the board says what it is. The last line that a command printed may be a
  /// secret.
  package var value: String?
  /// When it ended, in milliseconds since 1970. Only shown.
  package var ended: Int64

  package init(_ outcome: RunOutcome, value: String? = nil, ended: Int64) {
    self.outcome = outcome
    self.value = value
    self.ended = ended
  }
}
