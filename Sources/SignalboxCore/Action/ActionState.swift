/// One moment of an action.
public struct ActionState: Sendable, Equatable {
  /// Whether an execution would be accepted now.
  public let enabled: Bool
  /// Whether any work is running.
  public let executing: Bool
  /// How many executions are running.
  public let running: Int
  /// How many executions wait for their turn.
  public let waiting: Int
}
