/// The one pending timer of an object whose deadlines move.
///
/// The object keeps its deadlines in its state and sets the next one after each change. An earlier deadline
/// replaces the pending block. A later one leaves the block alone: it rings early, finds nothing due, and the
/// object sets the alarm again.
final class Alarm: Sendable {
  private struct Armed {
    let turn: UInt64
    let deadline: Duration
    /// Nil until the scheduler has returned it.
    var timer: (any Cancellable)?
  }

  private struct State {
    var armed: Armed?
    var lastTurn: UInt64 = 0
    var ring: @Sendable (_ now: Duration) -> Void = { _ in }
  }

  private let timeline: Timeline
  private let state = Locked(State())

  init(_ timeline: Timeline) { self.timeline = timeline }

  deinit { state.withLock { $0.armed?.timer }?.cancel() }

  /// Sets the closure that is called at a deadline. Call once, before ``set(_:)``.
  ///
  /// `ring` is passed the present time, which is never earlier than the deadline. A scheduler without time,
  /// like Combine's `ImmediateScheduler`, runs a block at once although no time has passed; then the deadline
  /// is passed.
  func onRing(_ ring: @escaping @Sendable (_ now: Duration) -> Void) { state.withLock { $0.ring = ring } }

  /// Arms the timer to ring at `deadline` or earlier. Call without locks.
  func set(_ deadline: Duration) {
    let (turn, superseded) = state.withLock { state -> (UInt64?, (any Cancellable)?) in
      if let armed = state.armed, armed.deadline <= deadline { return (nil, nil) }
      state.lastTurn += 1
      defer { state.armed = Armed(turn: state.lastTurn, deadline: deadline) }
      return (state.lastTurn, state.armed?.timer)
    }
    superseded?.cancel()
    guard let turn else { return }
    let timer = timeline.schedule(deadline) { [weak self, timeline] in
      self?.disarm(turn)?(max(deadline, timeline.now))
    }
    let isWanted = state.withLock {
      if $0.armed?.turn != turn { return false }
      $0.armed?.timer = timer
      return true
    }
    // It has rung already, or an earlier one has replaced it.
    if !isWanted { timer.cancel() }
  }

  /// Returns the closure to call; nil for a block that another one has replaced.
  private func disarm(_ turn: UInt64) -> (@Sendable (_ now: Duration) -> Void)? {
    state.withLock { state in
      guard state.armed?.turn == turn else { return nil }
      state.armed = nil
      return state.ring
    }
  }
}
