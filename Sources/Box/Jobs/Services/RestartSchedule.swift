internal import Board

/// Decides whether the program of a service is started again, and when: a pure state machine.
struct RestartSchedule: Sendable {
  let policy: RestartPolicy
  /// The number of restarts since the service was ready for long enough.
  private(set) var restartsInARow = 0

  init(_ policy: RestartPolicy) { self.policy = policy }

  /// What follows the end of the program.
  enum Decision: Equatable {
    case restart(after: Duration)
    /// The run ends, because the policy has no restart after such an end.
    case end
    /// The run ends, because there were too many restarts.
    case giveUp
  }

  /// The program has ended.
  /// - Parameters:
  ///   - hasFailed: Whether the end is a failure.
  ///   - readyTime: How long the service was ready; nil if it was not.
  mutating func next(hasFailed: Bool, readyTime: Duration?) -> Decision {
    if let readyTime, readyTime >= policy.resetAfter { restartsInARow = 0 }
    switch policy.occasion {
    case .never: return .end
    case .failure where !hasFailed: return .end
    case .failure, .always: break
    }
    guard restartsInARow < policy.limit else { return .giveUp }
    restartsInARow += 1
    return .restart(after: policy.delay(beforeRestart: restartsInARow))
  }
}
