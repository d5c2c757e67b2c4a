/// The state of an action at one moment.
///
/// ```swift
/// let refresh = VoidAction(whileExecuting: .queue()) { work }
/// refresh.execute()
/// refresh.execute()
/// let state = refresh.state.data
/// print(state.enabled, state.running, state.waiting)  // prints true 1 1
/// ```
public struct ActionState: Sendable, Equatable {
  /// Whether an execution would be accepted now.
  public let enabled: Bool
  /// Whether any work is running, including work that was cancelled and has not ended; see ``OnCancel``.
  public let executing: Bool
  /// The number of executions that are running, including cancelled ones that have not ended.
  public let running: Int
  /// The number of executions that wait for their turn.
  public let waiting: Int
  /// The number of running executions that were cancelled and whose work has not ended. It is always zero
  /// with ``OnCancel/endImmediately``.
  public let cancelling: Int

  /// Creates a state, for previews and comparisons.
  public init(enabled: Bool, executing: Bool, running: Int, waiting: Int, cancelling: Int = 0) {
    self.enabled = enabled
    self.executing = executing
    self.running = running
    self.waiting = waiting
    self.cancelling = cancelling
  }
}
