/// What is left to do once the locks are given back: deliveries to start, objects to let go of.
///
/// Letting go of an object may run code of a user (the end of a closure's captures), so it never happens under a lock.
struct Afterwards {
  private var outboxes: [Outbox] = []
  private var garbage: [Any] = []

  init(_ outboxes: Outbox...) { self.outboxes = outboxes }

  /// Keeps something alive until the locks are given back.
  mutating func keep(_ object: Any) { garbage.append(object) }

  mutating func append(_ other: Afterwards) {
    if !other.outboxes.isEmpty { outboxes = other.outboxes + outboxes }
    if !other.garbage.isEmpty { garbage += other.garbage }
  }

  /// Call without any lock.
  consuming func run() {
    for outbox in outboxes { outbox.deliver() }
  }
}
