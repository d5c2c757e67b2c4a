/// What is left to do once the locks are given back: deliveries to start, objects to let go of.
///
/// Letting go of an object may run code of a user (the end of a closure's captures), so it never happens under a lock.
@usableFromInline struct Afterwards {
  @usableFromInline var outboxes: [Outbox] = []
  @usableFromInline var garbage: [Any] = []

  @inlinable init() {}

  /// Delivers what waits in an outbox, before what was added until now.
  @inlinable mutating func deliver(_ outbox: Outbox) { outboxes.insert(outbox, at: 0) }

  /// Keeps something alive until the locks are given back.
  @inlinable mutating func keep(_ object: Any) { garbage.append(object) }

  @inlinable mutating func append(_ other: Afterwards) {
    if !other.outboxes.isEmpty { outboxes = other.outboxes + outboxes }
    if !other.garbage.isEmpty { garbage += other.garbage }
  }

  /// Call without any lock.
  @inlinable consuming func run() {
    for outbox in outboxes { outbox.deliver() }
  }
}
