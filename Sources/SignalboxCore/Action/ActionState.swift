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

  public init(enabled: Bool, executing: Bool, running: Int, waiting: Int) {
    self.enabled = enabled
    self.executing = executing
    self.running = running
    self.waiting = waiting
  }
}
