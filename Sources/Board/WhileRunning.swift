/// What happens when an action that runs is started again.
public enum WhileRunning: String, Sendable, CaseIterable {
  /// The new start is refused.
  case reject
  /// It waits for its turn.
  case queue
  /// The present run is cancelled first.
  case restart
  /// Both run.
  case concurrent
}
