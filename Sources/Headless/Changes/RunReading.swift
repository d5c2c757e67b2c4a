internal import Board
package import Boundary
package import Essentials

/// A past or present run, as headless front ends print it.
package struct RunReading: Equatable, Sendable {
  var number: Int
  var began: Date
  /// Nil while it runs.
  var ended: Date?
  var duration: Duration?
  /// The front end that requested it; nil for none.
  var starter: String?
  var cause: StartCause
  var input: InputValues?
  var attempts: Int
  /// Whether its lines, or some of them, are kept.
  var isKept: Bool
  private var ending: RunHistory.Ending?

  /// - Parameters:
  ///   - now: The present time of the box.
  ///   - date: The same moment on the wall clock.
  package init(_ run: RunHistory.Entry, now: Duration, at date: Date, isKept: Bool) {
    (number, starter, cause, input) = (run.number, run.starter, run.cause, run.input)
    (attempts, duration, ending) = (run.attempts, run.duration, run.ending)
    began = date.addingTimeInterval(-((now - run.start) / .seconds(1)))
    ended = run.ending.map { date.addingTimeInterval(-((now - $0.time) / .seconds(1))) }
    self.isKept = isKept
  }

  /// "succeeded", "failed", "tolerated", "cancelled" or "lost"; nil while it runs.
  var outcome: String? { ending?.outcome.word }

  /// The exit code of its command; nil if there is none.
  var exit: Int32? {
    guard let ending else { return nil }
    if let exitCode = ending.exitCode { return exitCode }
    // Earlier versions kept that of failures only.
    switch ending.outcome {
    case .failed(let failure), .tolerated(let failure):
      if case .exitCode(let code) = failure.kind { return code }
    case .succeeded, .cancelled, .lost: break
    }
    return nil
  }

  /// Why it failed; nil if it did not.
  var message: String? { ending?.outcome.failure }
}
