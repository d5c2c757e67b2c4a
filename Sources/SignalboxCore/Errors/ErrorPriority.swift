/// How much an error matters: the highest one present is the current one.
///
/// ```swift
/// let tracker = ErrorTracker()
/// tracker.update(with: Offline(), priority: .high)
/// tracker.update(with: Slow(), priority: .low)
/// print(tracker.current.data is Offline)  // prints true
/// ```
public enum ErrorPriority: Int, Comparable, CaseIterable, Sendable {
  /// Worth knowing; gives way to everything else.
  case low
  /// What an error is unless it says otherwise.
  case normal
  /// Shown before all others.
  case high

  /// The lower one matters less.
  public static func < (left: ErrorPriority, right: ErrorPriority) -> Bool { left.rawValue < right.rawValue }
}
