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
  /// Identifies the error from its first report until it is cleared.
  public let id: UInt64
  /// The error, as it was last reported; of an ``ActionError/underlying(_:)`` the failure inside.
  public internal(set) var error: any Error
  /// Where it comes from.
  public let source: ErrorSource
  /// How much it matters.
  public let priority: ErrorPriority
  /// How often it has been reported since it is present.
  public internal(set) var timesSeen: Int
  /// When it was first reported: the time since the tracker's creation on its scheduler.
  public let since: Duration
  /// When it was last reported, on the same scale.
  public internal(set) var lastSeen: Duration
  /// When it goes by itself, on the same scale; nil when it stays.
  public internal(set) var expires: Duration?
}
