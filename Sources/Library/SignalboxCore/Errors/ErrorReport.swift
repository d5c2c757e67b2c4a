/// An error that is present, and what is known about it.
///
/// ```swift
/// let tracker = ErrorTracker()
/// for _ in 1...3 { tracker.update(with: Slow()) }
/// for report in tracker.reports.data where report.timesSeen > 2 {
///   print(report.error)  // prints Slow()
///   tracker.dismiss(report)
/// }
/// ```
public struct ErrorReport: Sendable, Identifiable {
  /// Identifies the report from the first time the error is reported until it is cleared.
  public let id: UInt64
  /// The error, as it was last reported. For an ``ActionError/underlying(_:)`` this is the failure inside.
  public internal(set) var error: any Error
  /// The source of the error.
  public let source: ErrorSource
  /// The priority with which the error was reported.
  public let priority: ErrorPriority
  /// The number of times the error was reported since it is present.
  public internal(set) var timesSeen: Int
  /// When the error was first reported, in the time of the tracker; see ``ErrorTracker/now``.
  public let since: Duration
  /// When the error was last reported, in the time of the tracker.
  public internal(set) var lastSeen: Duration
  /// When the error expires, in the time of the tracker; nil if it does not.
  public internal(set) var expires: Duration?
}
