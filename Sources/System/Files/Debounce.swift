internal import SignalboxCore

/// Combines calls in quick succession into one. The action runs once there were no further calls for a while,
/// or once a time limit has passed since the first call.
///
/// Timers exist only between a call and the action.
@MainActor
final class Debounce {
  private let quiet: Int
  private let limit: Int
  private let scheduler: any Scheduler & Sendable
  private let action: @MainActor () -> Void
  private var quietTimer: (any Cancellable)?
  private var limitTimer: (any Cancellable)?

  /// - Parameters:
  /// - quiet: The time without further calls after which the action runs, in milliseconds.
  /// - limit: The time after the first call at which the action runs even if calls continue, in milliseconds.
  /// - scheduler: Schedules timers on the main actor.
  init(
    quiet: Int = 100, limit: Int = 1_000, scheduler: any Scheduler & Sendable,
    action: @escaping @MainActor () -> Void
  ) {
    self.quiet = quiet
    self.limit = limit
    self.scheduler = scheduler
    self.action = action
  }

  /// Requests the action.
  func call() {
    quietTimer?.cancel()
    quietTimer = scheduler.once(after: quiet) { [weak self] in self?.runAction() }
    if limitTimer == nil { limitTimer = scheduler.once(after: limit) { [weak self] in self?.runAction() } }
  }

  /// Cancels a pending request.
  func cancel() {
    quietTimer?.cancel()
    limitTimer?.cancel()
    (quietTimer, limitTimer) = (nil, nil)
  }

  private func runAction() {
    // If both timers fire at the same time, this method is called twice.
    guard quietTimer != nil else { return }
    cancel()
    action()
  }
}

extension Scheduler {
  /// Calls `action` after a delay. It uses a repeating timer, because only that can be cancelled. The
  /// interval is a day, so the caller cancels it before it repeats.
  fileprivate func once(after milliseconds: Int, _ action: @escaping @MainActor () -> Void) -> any Cancellable
  {
    schedule(
      after: now.advanced(by: .milliseconds(milliseconds)), interval: .seconds(86_400),
      tolerance: .milliseconds(5)
    ) {
      MainActor.assumeIsolated { action() }
    }
  }
}
