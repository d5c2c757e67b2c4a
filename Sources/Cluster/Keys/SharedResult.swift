/// How a run has ended, as others are told.
package struct SharedResult: Sendable, Equatable {
  package enum Outcome: String, Sendable, Codable {
    case succeeded
    case failed
    case cancelled
    /// It is unknown: its host was gone, and the run was taken over.
    case lost
  }

  package var outcome: Outcome
  /// What failed.
  package var message: String?
  /// The value that it shows, if the board says what it is. The last line that a command printed may be a
  /// secret.
  package var value: String?
  /// When it ended, in milliseconds since 1970. Only shown.
  package var ended: Int64

  package init(_ outcome: Outcome, message: String? = nil, value: String? = nil, ended: Int64) {
    self.outcome = outcome
    self.message = message
    self.value = value
    self.ended = ended
  }
}
