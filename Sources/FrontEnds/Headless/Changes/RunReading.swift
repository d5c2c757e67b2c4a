internal import Board
package import Boundary
package import Essentials

/// A past or present run, as headless front ends print it.
package struct RunReading: Equatable, Sendable {
  let run: RunHistory.Entry
  let began: Date
  /// Nil while it runs.
  let ended: Date?
  /// Whether its lines, or some of them, are kept.
  let isKept: Bool

  /// - Parameters:
  ///   - now: The present time of the box.
  ///   - date: The same moment on the wall clock.
  package init(_ run: RunHistory.Entry, now: Duration, at date: Date, isKept: Bool) {
    (self.run, self.isKept) = (run, isKept)
    began = date.addingTimeInterval(-((now - run.start) / .seconds(1)))
    ended = run.ending.map { date.addingTimeInterval(-((now - $0.time) / .seconds(1))) }
  }

  /// The exit code of its command; nil if there is none. Earlier versions kept that of failures only.
  var exit: Int32? { run.ending.flatMap { $0.exitCode ?? $0.outcome.exitCode } }
}
