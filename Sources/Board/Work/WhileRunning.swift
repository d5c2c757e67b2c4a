/// What happens when an action that runs is started again.
public enum WhileRunning: Sendable, Equatable {
  /// The new start is refused.
  case reject
  /// It waits for its turn, behind at most `limit` others that wait too; one more is refused.
  case queue(limit: Int = .max)
  /// The present run is cancelled first.
  case restart
  /// Both run, together at most `limit`; one more is refused.
  case concurrent(limit: Int = .max)
}
