/// The one pending timer of an object whose deadlines move.
///
/// The object keeps its deadlines in its state and sets the next one after each change. An earlier deadline
/// replaces the pending block. A later one leaves the block alone: it rings early, finds nothing due, and the
/// object sets the alarm again.
///
/// `@unchecked Sendable`: `lock` guards `armed` and `lastTurn`, and `ring` is set before the first deadline.
final class Alarm: @unchecked Sendable {
  private struct Armed {
    let turn: UInt64
    let deadline: Duration
    /// Nil until the scheduler has returned it.
    var timer: (any Cancellable)?
  }

  private let timeline: Timeline
  private let lock = Lock()
  private var armed: Armed?
  private var lastTurn: UInt64 = 0
  private var ring: @Sendable (_ now: Duration) -> Void = { _ in }

  init(_ timeline: Timeline) { self.timeline = timeline }

  deinit { armed?.timer?.cancel() }

  /// Sets the closure that is called at a deadline. Call once, before ``set(_:)``.
  ///
  /// `ring` is passed the present time, which is never earlier than the deadline. A scheduler without time,
  /// like Combine's `ImmediateScheduler`, runs a block at once although no time has passed; then the deadline
  /// is passed.
  func onRing(_ ring: @escaping @Sendable (_ now: Duration) -> Void) { self.ring = ring }

  /// Arms the timer to ring at `deadline` or earlier. Call without locks.
  func set(_ deadline: Duration) {
    let (turn, superseded) = lock.withLock { () -> (UInt64?, (any Cancellable)?) in
      if let armed, armed.deadline <= deadline { return (nil, nil) }
      lastTurn += 1
      defer { armed = Armed(turn: lastTurn, deadline: deadline) }
      return (lastTurn, armed?.timer)
    }
    superseded?.cancel()
    guard let turn else { return }
    let timer = timeline.schedule(deadline) { [weak self, timeline] in
      guard let self, disarm(turn) else { return }
      ring(max(deadline, timeline.now))
    }
    let isWanted = lock.withLock {
      if armed?.turn != turn { return false }
      armed?.timer = timer
      return true
    }
    // It has rung already, or an earlier one has replaced it.
    if !isWanted { timer.cancel() }
  }

  /// Returns false for a block that another one has replaced.
  private func disarm(_ turn: UInt64) -> Bool {
    lock.withLock {
      guard armed?.turn == turn else { return false }
      armed = nil
      return true
    }
  }
}
