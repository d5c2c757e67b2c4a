package import Board

/// What is left of the last finished run of an action: one value in its record, a kept result, its status,
/// and what another machine has told. It is empty before the first run.
package struct FinishedRun: Sendable, Equatable {
  /// How the last run that counts has ended; nil for none. A tolerated failure does not change it.
  package var result: RunOutcome?
  /// The failure of the last run, if it is tolerated.
  package var toleratedFailure: String?
  /// The exit code of the command of the last run; nil if there is none.
  package var exitCode: Int32?
  /// How long the last run took; nil if that is unknown.
  package var duration: Duration?

  package init(_ result: RunOutcome? = nil, exitCode: Int32? = nil, duration: Duration? = nil) {
    (self.result, self.exitCode, self.duration) = (result, exitCode, duration)
  }

  /// How the last run has ended, whether or not that counts; nil before the first one.
  package var outcome: RunOutcome? { toleratedFailure.map { .tolerated($0) } ?? result }
}
