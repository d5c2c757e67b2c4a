import SignalboxCore

/// One line for all errors of a program: the most important one is shown, and each goes when its time is up.
///
/// The ``ErrorTracker`` keeps one error for each source and priority. A success clears what its own source
/// has reported; the next error takes its place in the banner.
final class ErrorBanner: Sendable {
  struct Line: Sendable, Equatable {
    let text: String
    let isUrgent: Bool
    /// How many other errors there are.
    let others: Int
  }

  /// What the banner shows; nil for no banner.
  let line: ReadOnlyLiveData<Line?>
  private let errors: ErrorTracker

  init(scheduler: some Scheduler & Sendable = SharedTimers.queue) {
    errors = ErrorTracker(scheduler: scheduler)
    line = errors.reports.map { reports in
      reports.first.map { report in
        let count = report.timesSeen > 1 ? " (\(report.timesSeen) times)" : ""
        return Line(
          text: "\(report.source): \(report.error)\(count)", isUrgent: report.priority == .high,
          others: reports.count - 1)
      }
    }.removeDuplicates()
  }

  /// Runs work whose errors stay until it succeeds.
  func urgent<Result>(_ source: ErrorSource, _ work: () async throws -> Result) async throws -> Result {
    try await errors.track(priority: .high, source: source, operation: work)
  }

  /// Runs work whose errors disappear by themselves.
  func casual<Result>(_ source: ErrorSource, _ work: () async throws -> Result) async throws -> Result {
    try await errors.track(resetTime: .seconds(5), priority: .low, source: source, operation: work)
  }

  /// Removes what the banner shows. Called by the close button.
  func dismiss() {
    if let shown = errors.reports.data.first { errors.dismiss(shown) }
  }
}
