/// The work that remains when the locks are released: outboxes to deliver, objects to release, broadcasts to
/// sweep.
///
/// Releasing an object can run code of a user (the deinitializers of a closure's captures), so it never
/// happens under a lock.
@usableFromInline struct Afterwards {
  @usableFromInline var outboxes: [Outbox] = []
  @usableFromInline var garbage: [Any] = []
  @usableFromInline var sweeps: [() -> Void] = []

  @inlinable init() {}

  /// Delivers the steps of an outbox, before the outboxes that were added until now.
  @inlinable mutating func deliver(_ outbox: Outbox) { outboxes.insert(outbox, at: 0) }

  /// Retains an object until the locks are released.
  @inlinable mutating func keep(_ object: Any) { garbage.append(object) }

  /// Sweeps orphaned recipients after the deliveries.
  @inlinable mutating func sweep(_ sweep: @escaping () -> Void) { sweeps.append(sweep) }

  @inlinable mutating func append(_ other: Afterwards) {
    if !other.outboxes.isEmpty { outboxes = other.outboxes + outboxes }
    if !other.garbage.isEmpty { garbage += other.garbage }
    if !other.sweeps.isEmpty { sweeps += other.sweeps }
  }

  /// Call without any lock.
  @inlinable consuming func run() {
    for outbox in outboxes { outbox.deliver() }
    for sweep in sweeps { sweep() }
  }
}
