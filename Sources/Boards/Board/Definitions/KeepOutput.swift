/// Of which runs the last lines are kept in a file, so that they survive the box.
public enum KeepOutput: String, Sendable, CaseIterable {
  /// Of those that failed.
  case failed
  /// Of all, and of those that repeat by themselves only the failed ones.
  case always
  /// Of none.
  case never

  /// Whether the lines of a run are kept.
  /// - Parameters:
  ///   - hasFailed: Whether it has failed, which nobody tolerates, or is lost.
  ///   - repeats: Whether the action repeats by itself.
  package func keeps(hasFailed: Bool, repeats: Bool) -> Bool {
    switch self {
    case .failed: hasFailed
    case .always: hasFailed || !repeats
    case .never: false
    }
  }
}
