internal import Boundary

extension Dashboard {
  /// One run.
  struct RunLine: Equatable, Sendable {
    /// Its number, counted over all runs of the action.
    var number: Int
    /// When it began, such as "14:03:07".
    var start: String
    /// How long it took, or how long it has lasted so far.
    var duration: String
    var phase: ActionStatus.Phase
    /// A short text about its result.
    var result: String
    /// What started it, and how many attempts it made.
    var cause: String

    init(
      _ number: Int, start: String, duration: String, phase: ActionStatus.Phase, result: String, cause: String
    ) {
      self.number = number
      self.start = start
      self.duration = duration
      self.phase = phase
      self.result = result
      self.cause = cause
    }
  }
}
