public import Synchronization

/// One registration with a ``Broadcast``: an observer, a subscription, an iterator, a relay to derived live data.
@usableFromInline class Recipient<Value: Sendable>: @unchecked Sendable {
  /// Changes up to this version were made before the registration. Set once, before anybody delivers.
  @exclusivity(unchecked) @usableFromInline final var floor: UInt64 = 0
  /// The newest version handed over. Only the thread that delivers touches it.
  @exclusivity(unchecked) @usableFromInline final var seen: UInt64 = 0
  /// The place in the list of recipients, guarded by the broadcast's lock.
  @exclusivity(unchecked) @usableFromInline final var slot = 0
  @usableFromInline final let removed = Atomic(false)

  /// What an observer does with a value: called without a detour. Everything else overrides ``receive(_:)``.
  @usableFromInline final let update: (@Sendable (Value) -> Void)?
  @usableFromInline final let isOwned: Bool
  @exclusivity(unchecked) @usableFromInline final weak var owner: AnyObject?

  @inlinable init(owner: AnyObject? = nil, update: (@Sendable (Value) -> Void)? = nil) {
    self.update = update
    self.owner = owner
    isOwned = owner != nil
  }

  /// True from the moment of removal. A delivery reads this just before each call, so a call that another
  /// thread has decided by then may begin after the removal.
  @inlinable final var isRemoved: Bool { removed.load(ordering: .sequentiallyConsistent) }

  @inlinable final func markRemoved() { removed.store(true, ordering: .sequentiallyConsistent) }

  /// True when the owner is gone, so the registration can be swept. Ask without locks: looking at an owner holds it for
  /// a moment, which may turn out to be its last.
  @inlinable final var isOrphaned: Bool { isOwned && owner == nil }

  /// Removes the orphans of everything that is derived from the broadcast through this registration. Returns
  /// the number of recipients left, including this one; 0 if this one was removed. Call without locks.
  @inlinable func sweep() -> Int { 1 }

  /// What the registration is removed by.
  @inlinable var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Takes one value. Returns false when the owner is gone.
  @inlinable func receive(_ value: Value) -> Bool { true }

  /// The broadcast has ended: nothing will follow.
  @inlinable func finish() {}

  /// Hands over a change that was made after the registration and not handed over before.
  @inlinable final func deliver(_ value: Value, version: UInt64) -> Bool {
    guard version > floor else { return true }
    return dispatch(value, version: version)
  }

  /// Hands over a version, also an old one, unless it was handed over before.
  @inlinable final func dispatch(_ value: Value, version: UInt64) -> Bool {
    guard version > seen, !isRemoved else { return true }
    seen = version
    guard let update else { return receive(value) }
    guard isOwned else {
      update(value)
      return true
    }
    guard let owner else { return false }
    update(value)
    return withExtendedLifetime(owner) { true }
  }
}
