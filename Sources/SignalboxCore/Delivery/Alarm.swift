/// The one pending timer of an object whose deadlines move.
///
/// The object keeps its deadlines in its state and says after each change which is the next one. A later deadline leaves
/// the pending block alone (it comes early, finds nothing due and is armed again); an earlier one replaces it.
final class Alarm: @unchecked Sendable {
  private struct Armed {
    let turn: UInt64
    let deadline: Duration
    /// Nil until the scheduler has handed it over.
    var timer: (any Cancellable)?
  }

  private let timeline: Timeline
  private let lock = Lock()
  private var armed: Armed?
  private var lastTurn: UInt64 = 0
  private var ring: @Sendable (_ now: Duration) -> Void = { _ in }

  init(_ timeline: Timeline) { self.timeline = timeline }

  deinit { armed?.timer?.cancel() }

  /// Says what happens when it rings. Call once, before ``set(_:)``.
  ///
  /// `ring` is told the time it is, which is never before the deadline it was armed for: a scheduler without time, like
  /// Combine's `ImmediateScheduler`, runs a block at once and still says that no time has passed.
  func onRing(_ ring: @escaping @Sendable (_ now: Duration) -> Void) { self.ring = ring }

  /// Sees to it that it rings at `deadline` or earlier. Call without locks.
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
      ring(max(deadline, timeline.now()))
    }
    let isWanted = lock.withLock {
      if armed?.turn != turn { return false }
      armed?.timer = timer
      return true
    }
    // It has rung already, or an earlier one has taken its place.
    if !isWanted { timer.cancel() }
  }

  /// False for a block whose place another one has taken.
  private func disarm(_ turn: UInt64) -> Bool {
    lock.withLock {
      guard armed?.turn == turn else { return false }
      armed = nil
      return true
    }
  }
}
