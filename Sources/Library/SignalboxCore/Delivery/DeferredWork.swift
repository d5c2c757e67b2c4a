/// The work that remains when the locks are released: outboxes to deliver, objects to release, broadcasts to
/// sweep. Usually there is none.
///
/// Releasing an object can run code of a user (the deinitializers of a closure's captures), so it never
/// happens under a lock.
@usableFromInline struct DeferredWork {
  @usableFromInline final class Remainder {
    @usableFromInline var outboxes: [Outbox] = []
    @usableFromInline var garbage: [Any] = []
    @usableFromInline var sweeps: [() -> Void] = []

    @usableFromInline init() {}

    @usableFromInline func append(_ other: Remainder) {
      outboxes = other.outboxes + outboxes
      garbage += other.garbage
      sweeps += other.sweeps
    }

    @usableFromInline func run() {
      for outbox in outboxes { outbox.deliver() }
      for sweep in sweeps { sweep() }
    }
  }

  @usableFromInline var work: Remainder?

  @inlinable init() {}

  @usableFromInline var existingWork: Remainder {
    mutating get {
      if let work { return work }
      let new = Remainder()
      work = new
      return new
    }
  }

  /// Delivers the steps of an outbox, before the outboxes that were added until now.
  @inlinable mutating func deliver(_ outbox: Outbox) { existingWork.outboxes.insert(outbox, at: 0) }

  /// Retains an object until the locks are released.
  @inlinable mutating func keep(_ object: Any) { existingWork.garbage.append(object) }

  /// Sweeps orphaned recipients after the deliveries.
  @inlinable mutating func sweep(_ sweep: @escaping () -> Void) { existingWork.sweeps.append(sweep) }

  @inlinable mutating func append(_ other: DeferredWork) {
    guard let added = other.work else { return }
    if let work { work.append(added) } else { work = added }
  }

  /// Call without any lock.
  @inlinable consuming func run() { work?.run() }
}
