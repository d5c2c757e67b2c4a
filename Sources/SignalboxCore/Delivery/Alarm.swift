/// The one pending timer of an object whose deadlines move.
///
/// The object keeps its deadlines in its state and says after each change which is the next one. A later deadline leaves
/// the pending block alone (it comes early, finds nothing due and is armed again); an earlier one replaces it.
final class Alarm: @unchecked Sendable {
  private let timeline: Timeline
  private let lock = Lock()
  private var armed: (turn: UInt64, deadline: Duration, timer: any Cancellable)?
  private var lastTurn: UInt64 = 0
  private var lastRung: UInt64 = 0

  init(_ timeline: Timeline) { self.timeline = timeline }

  deinit { armed?.timer.cancel() }

  /// Sees to it that `ring` runs at `deadline` or earlier. Call without locks.
  func set(_ deadline: Duration, ring: @escaping @Sendable () -> Void) {
    let turn = lock.withLock { () -> UInt64? in
      if let armed, armed.deadline <= deadline { return nil }
      lastTurn += 1
      return lastTurn
    }
    guard let turn else { return }
    let timer = timeline.schedule(deadline) { [weak self] in
      self?.disarm(turn)
      ring()
    }
    let superfluous = lock.withLock { () -> (any Cancellable)? in
      // Another thread may have armed an earlier one meanwhile, and the block may even have run.
      guard turn == lastTurn, turn > lastRung else { return timer }
      defer { armed = (turn, deadline, timer) }
      return armed?.timer
    }
    superfluous?.cancel()
  }

  /// Cancels what is pending.
  func cancel() {
    let timer = lock.withLock {
      lastTurn += 1
      defer { armed = nil }
      return armed?.timer
    }
    timer?.cancel()
  }

  private func disarm(_ turn: UInt64) {
    lock.withLock {
      lastRung = max(lastRung, turn)
      if armed?.turn == turn { armed = nil }
    }
  }
}
