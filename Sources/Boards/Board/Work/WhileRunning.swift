/// What happens if an action is started while it is running.
public enum WhileRunning: Sendable, Equatable {
  /// The new start is rejected.
  case reject
  /// The new start waits until the current run has ended. At most `limit` starts can wait.
  case queue(limit: Int = .max)
  /// The current run is cancelled first.
  case restart
  /// Both run at the same time. At most `limit` runs can be in progress.
  case concurrent(limit: Int = .max)
}
