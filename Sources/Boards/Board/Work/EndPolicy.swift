/// What follows for the whole board when a run of an action has ended by itself.
public enum EndPolicy: String, Sendable, CaseIterable {
  /// Nothing.
  case proceed = "continue"
  /// All that runs is cancelled.
  case stopAll = "stop-all"
}
