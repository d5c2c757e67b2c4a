/// How much an error matters: the highest one present is the current one.
public enum ErrorPriority: Int, Comparable, CaseIterable, Sendable {
  case low
  case normal
  case high

  public static func < (left: ErrorPriority, right: ErrorPriority) -> Bool { left.rawValue < right.rawValue }
}
