internal import Boundary
internal import SignalboxCore

/// A limit for a wait, on the scheduler of the surroundings.
@MainActor
final class WaitLimit {
  private(set) var hasPassed = false
  private var timer: (any Cancellable)?

  /// - Parameter onPass: Called once, when the limit has passed; not called for a limit of zero.
  init(_ limit: Duration, in surroundings: HeadlessSurroundings, onPass: @escaping @MainActor () -> Void) {
    // A timer cannot have an interval of zero.
    guard limit >= .milliseconds(1) else {
      hasPassed = true
      return
    }
    timer = surroundings.scheduler.perform(every: limit) { [surroundings, weak self] in
      surroundings.onMain {
        guard let self, !self.hasPassed, self.timer != nil else { return }
        self.hasPassed = true
        self.cancel()
        onPass()
      }
    }
  }

  /// Ends the limit. Call this when the wait is over.
  func cancel() {
    timer?.cancel()
    timer = nil
  }
}
