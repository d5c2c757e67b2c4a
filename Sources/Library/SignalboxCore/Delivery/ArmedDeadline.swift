/// The deadline that an ``Alarm`` was last set for, guarded by the lock of the object that owns the alarm.
///
/// Most changes leave the earliest deadline alone. This shows it without asking the alarm, which has a lock
/// of its own.
struct ArmedDeadline: Sendable {
  private var deadline: Duration?

  /// Returns the time to set the alarm for; nil if it rings at `next` or earlier already. Set the alarm after
  /// unlocking: it rings early if another thread has set it meanwhile.
  mutating func arm(for next: Duration?) -> Duration? {
    guard let next else { return nil }
    if let deadline, deadline <= next { return nil }
    deadline = next
    return next
  }

  /// The alarm has rung, so it is no longer set. Also call this if it has rung early.
  mutating func rang() { deadline = nil }
}
