internal import Board
internal import Boundary

/// The state of an action, as headless front ends print it.
extension ActionStatus {
  /// Its state, of which a tolerated failure is none.
  var state: Phase { phase == .tolerated ? .idle : phase }

  /// Why its success does not count, as in "stale: Sources/A.swift changed 12 s ago"; nil if it does.
  /// - Parameter now: The present time on the clock of the box; nil where only changes are printed, at once.
  func staleness(at now: Duration? = nil) -> String? {
    guard state == .succeeded, let stale = freshness?.stale else { return nil }
    return "stale: \(stale.text(now.flatMap(stale.age(at:)).map { "\($0.wholeSeconds) ago" }))"
  }

  /// The number of the last run; nil before the first one.
  var lastRun: Int? { runs.count == 0 ? nil : runs.count }

  /// The exit code of the command of the last finished run, unless its failure is tolerated.
  var exitCode: Int32? { finished.toleratedFailure == nil ? finished.exitCode : nil }
}

extension StaleInputs {
  /// How long ago that was; nil if it is not known.
  /// - Parameter now: The present time on the clock of the box.
  func age(at now: Duration) -> Duration? { at.map { max(.zero, now - $0) } }
}
