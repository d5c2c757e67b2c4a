/// A value that is set once, and awaited with a time limit.
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
  func value(within limit: Duration) async -> Value? {
    if let value { return value }
    lastWaiter += 1
    let waiter = lastWaiter
    let timer = Task {
      // Returns early if it is cancelled.
      try? await Task.sleep(for: limit, clock: SuspendingClock())
      wake(waiter)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters[waiter] = $0 }
    } onCancel: {
      timer.cancel()
    }
    timer.cancel()
    return value
  }

  private func wake(_ waiter: Int) { waiters.removeValue(forKey: waiter)?.resume() }
}
