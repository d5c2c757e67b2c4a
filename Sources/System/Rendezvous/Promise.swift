internal import Dispatch

/// A value that is set once, and awaited with a time limit.
///
/// It waits with timers of the main queue, not with `Task.sleep`, which would start the pool of threads for
/// tasks: with it, Dispatch wakes an idle process every second.
@MainActor
final class Promise<Value: Sendable> {
  private(set) var value: Value?
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0

  /// Sets the value. Later values are ignored.
  func fulfil(_ value: Value) {
    guard self.value == nil else { return }
    self.value = value
    for waiter in waiters.keys { wake(waiter) }
  }

  /// Waits until the value is set, the time is over, or the task is cancelled.
  /// - Parameter limit: Nil if there is no limit.
  func value(within limit: Duration?) async -> Value? {
    if let value { return value }
    lastWaiter += 1
    let waiter = lastWaiter
    let wake = DispatchWorkItem { [weak self] in MainActor.assumeIsolated { self?.wake(waiter) } }
    if let limit { DispatchQueue.main.asyncAfter(deadline: .now() + limit.interval, execute: wake) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters[waiter] = $0 }
    } onCancel: {
      DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.wake(waiter) } }
    }
    wake.cancel()
    return value
  }

  private func wake(_ waiter: Int) { waiters.removeValue(forKey: waiter)?.resume() }
}

/// Waits for a time, or until the task is cancelled.
@MainActor
func pause(_ duration: Duration) async throws {
  _ = await Promise<Never>().value(within: duration)
  try Task.checkCancellation()
}

extension Duration {
  fileprivate var interval: DispatchTimeInterval {
    .nanoseconds(Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000))
  }
}
