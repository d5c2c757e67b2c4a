/// Why an execution did not complete. Refusal, failure and cancellation never mix.
public enum ActionError: Error, Sendable {
  /// The action refused: it was disabled, busy or full. No work was started.
  case notEnabled
  /// The work failed.
  case underlying(any Error)
  /// The execution was cancelled, restarted, or its action released.
  case cancelled
}

/// The error of an execution that is asked for a value and completed without one.
public struct NoElementError: Error, Sendable, Equatable {
  public init() {}
}
