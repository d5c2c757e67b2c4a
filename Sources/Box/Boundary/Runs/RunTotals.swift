package import Board

/// How the runs of an action have ended since its box began.
///
/// Unlike ``RunHistory``, it counts all of them, and nothing of it is kept when the box has ended.
package struct RunTotals: Sendable, Equatable {
  package var succeeded = 0
  package var failed = 0
  /// The number of failures that the board tolerates.
  package var tolerated = 0
  package var cancelled = 0
  /// The time that all of them took together.
  package var duration = Duration.zero
  /// When a run succeeded last, by the wall clock in seconds since 1970; nil if none has. It is the only time
  /// that an earlier box may have measured.
  package var lastSuccess: UInt32?

  package init() {}

  /// The number of runs that have ended.
  package var count: Int { succeeded + failed + tolerated + cancelled }

  /// A run has ended.
  /// - Parameter wallSeconds: The present time, in seconds since 1970; nil if it is not known.
  package mutating func count(
    _ outcome: RunOutcome, duration: Duration, wallSeconds: UInt32? = nil
  ) {
    self.duration += duration
    switch outcome {
    case .succeeded:
      succeeded += 1
      lastSuccess = wallSeconds ?? lastSuccess
    case .failed, .lost: failed += 1
    case .tolerated: tolerated += 1
    case .cancelled: cancelled += 1
    }
  }
}
