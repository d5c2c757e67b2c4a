internal import SignalboxCore

/// Makes one call of many in quick succession: it comes when there has been quiet for a while, or when there was none for
/// too long.
///
/// A timer exists only between a call and its answer.
@MainActor
final class Debounce {
  private let quiet: Int
  private let limit: Int
  private let scheduler: any Scheduler & Sendable
  private let action: @MainActor () -> Void
  private var quietTimer: (any Cancellable)?
  private var limitTimer: (any Cancellable)?

  /// - Parameters:
  ///   - quiet: for how many milliseconds nothing must come.
  ///   - limit: after how many milliseconds the first one of many is answered all the same.
  ///   - scheduler: runs timers on the main actor.
  init(
    quiet: Int = 100, limit: Int = 1_000, scheduler: any Scheduler & Sendable,
    action: @escaping @MainActor () -> Void
  ) {
    self.quiet = quiet
    self.limit = limit
    self.scheduler = scheduler
    self.action = action
  }

  /// Asks for the action.
  func call() {
    quietTimer?.cancel()
    quietTimer = scheduler.once(after: quiet) { [weak self] in self?.answer() }
    if limitTimer == nil { limitTimer = scheduler.once(after: limit) { [weak self] in self?.answer() } }
  }

  /// Forgets what was asked for.
  func cancel() {
    quietTimer?.cancel()
    limitTimer?.cancel()
    (quietTimer, limitTimer) = (nil, nil)
  }

  private func answer() {
    // Two timers that are due together call twice.
    guard quietTimer != nil else { return }
    cancel()
    action()
  }
}

extension Scheduler {
  /// Calls `action` after so many milliseconds. Only a timer that repeats can be cancelled; a day is long enough for its
  /// user to do so.
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
