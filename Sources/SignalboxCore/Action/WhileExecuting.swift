/// What `execute` does while the action is executing.
public enum WhileExecuting: Sendable, Equatable {
  /// Refuses.
  case reject
  /// Waits for its turn, behind at most `limit` others that wait too.
  case queue(limit: Int = .max)
  /// Cancels what is executing and starts in its place.
  case restart
  /// Starts beside the others, of which there may be `limit` at a time.
  case concurrent(limit: Int = .max)
}
