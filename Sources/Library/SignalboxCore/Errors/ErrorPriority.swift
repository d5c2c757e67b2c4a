/// The priority of an error. The error with the highest priority is the current one.
///
/// ```swift
/// let tracker = ErrorTracker()
/// tracker.update(with: Offline(), priority: .high)
/// tracker.update(with: Slow(), priority: .low)
/// print(tracker.current.data is Offline)  // prints true
/// ```
public enum ErrorPriority: Int, Comparable, CaseIterable, Sendable {
  /// Shown only while no other error is present.
  case low
  /// The default.
  case normal
  /// Shown before all others.
  case high

  /// A low priority is less than a high one.
  public static func < (left: ErrorPriority, right: ErrorPriority) -> Bool { left.rawValue < right.rawValue }
}
