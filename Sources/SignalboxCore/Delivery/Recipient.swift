public import Synchronization

/// One registration with a ``Broadcast``: an observer, a subscription, an iterator, a relay to derived live
/// data.
///
/// `@unchecked Sendable`: only the thread that delivers uses `seen`, the broadcast's lock guards `slot`, and
/// the other properties are set before the registration. `@exclusivity(unchecked)` is for speed: all of these
/// are read in every delivery to every observer.
@usableFromInline class Recipient<Value: Sendable>: @unchecked Sendable {
  /// Changes up to this version were made before the registration. Set once, before the first delivery.
  @exclusivity(unchecked) @usableFromInline final var floor: UInt64 = 0
  /// The newest version that was delivered. Only the thread that delivers uses it.
  @exclusivity(unchecked) @usableFromInline final var seen: UInt64 = 0
  /// The index in the list of recipients, guarded by the broadcast's lock.
  @exclusivity(unchecked) @usableFromInline final var slot = 0
  @usableFromInline final let removed = Atomic(false)

  /// The closure of an observer, called directly. Other recipients override ``receive(_:)``.
  @usableFromInline final let update: (@Sendable (Value) -> Void)?
  @usableFromInline final let isOwned: Bool
  @exclusivity(unchecked) @usableFromInline final weak var owner: AnyObject?

  @inlinable init(owner: AnyObject? = nil, update: (@Sendable (Value) -> Void)? = nil) {
    self.update = update
    self.owner = owner
    isOwned = owner != nil
  }

  /// Whether the registration was removed. A delivery reads this just before each call, so a call that
  /// another thread has decided by then can begin after the removal.
  @inlinable final var isRemoved: Bool { removed.load(ordering: .sequentiallyConsistent) }

  @inlinable final func markRemoved() { removed.store(true, ordering: .sequentiallyConsistent) }

  /// Whether the owner was released, so that the registration can be swept. Read this without locks: reading
  /// retains the owner for a moment, and can therefore release it.
  @inlinable final var isOrphaned: Bool { isOwned && owner == nil }

  /// Removes the orphans of the live data that is derived from the broadcast through this registration.
  /// Returns the number of remaining recipients, including this one; 0 if this one was removed. Call without
  /// locks.
  @inlinable func sweep() -> Int { 1 }

  /// Identifies the registration, for its removal.
  @inlinable var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Whether a user has registered it as an observer: not a subscription, an iterator or derived live data.
  var isObserver: Bool { false }

  /// Receives a value. Returns false if the owner was released.
  @inlinable func receive(_ value: Value) -> Bool { true }

  /// The broadcast has ended.
  @inlinable func finish() {}

  /// Delivers a change, if it was made after the registration and was not delivered before.
  @inlinable final func deliver(_ value: Value, version: UInt64) -> Bool {
    guard version > floor else { return true }
    return dispatch(value, version: version)
  }

  /// Delivers a version, even one from before the registration, unless it was delivered before.
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
