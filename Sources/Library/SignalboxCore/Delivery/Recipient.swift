public import Synchronization

/// One registration with live data or an event: an observer, a subscription, an iterator, a relay to derived
/// live data.
///
/// It is public only as the superclass of ``Observer``, which is its own first registration, and has no
/// public members. A registration that the observer held instead would be a second object for each observer.
///
/// `@unchecked Sendable`: only the thread that delivers uses `seen`; `floor` is set before the first
/// delivery; `position` is atomic; the other properties are set before the registration.
/// `@exclusivity(unchecked)` is for speed: all of these are read in every delivery to every observer.
@_documentation(visibility: internal)
public class Recipient<Value: Sendable>: @unchecked Sendable {
  /// Changes up to this version were made before the registration.
  @exclusivity(unchecked) @usableFromInline final var floor: UInt64 = 0
  /// The newest version that was delivered.
  @exclusivity(unchecked) @usableFromInline final var seen: UInt64 = 0
  /// The index in the list of recipients, which the lock of the broadcast guards, or one of ``Place``.
  @usableFromInline final let position: Atomic<UInt32>
  /// Whether it has a closure, which is called directly. Other recipients override ``receive(_:)``.
  @usableFromInline final let hasUpdate: Bool
  /// The address of the owner; 0 without one.
  @exclusivity(unchecked) @usableFromInline final var ownerID: UInt
  /// The closure of an observer. It is not an optional: that would be retained for each call.
  @usableFromInline final let update: @Sendable (Value) -> Void
  @exclusivity(unchecked) @usableFromInline final weak var owner: AnyObject?

  @inlinable init(
    owner: AnyObject? = nil, update: (@Sendable (Value) -> Void)? = nil, place: UInt32 = Place.claimed
  ) {
    position = Atomic(place)
    ownerID = Self.identifier(of: owner)
    hasUpdate = update != nil
    self.update = update ?? { _ in }
    self.owner = owner
  }

  @inlinable final class func identifier(of owner: AnyObject?) -> UInt {
    owner.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
  }

  /// Whether the registration was removed. A delivery reads this just before each call, so a call that
  /// another thread has decided by then can begin after the removal.
  @inlinable final var isRemoved: Bool { position.load(ordering: .sequentiallyConsistent) == Place.removed }

  @inlinable final func markRemoved() { position.store(Place.removed, ordering: .sequentiallyConsistent) }

  /// The index in the list of recipients; a large number for a recipient that is in no list. Another list can
  /// compare it without its lock.
  @inlinable final var index: Int {
    get { Int(position.load(ordering: .relaxed)) }
    set { position.store(UInt32(newValue), ordering: .relaxed) }
  }

  /// Begins the first registration of an observer. Returns false for all others.
  @inlinable final func claim(owner: AnyObject?) -> Bool {
    let (isFirst, _) = position.compareExchange(
      expected: Place.unregistered, desired: Place.claimed, ordering: .acquiringAndReleasing)
    guard isFirst else { return false }
    self.owner = owner
    ownerID = Self.identifier(of: owner)
    return true
  }

  @inlinable final var isOwned: Bool { ownerID != 0 }

  /// Whether the owner was released, so that the registration can be swept. Read this without locks: reading
  /// retains the owner for a moment, and can therefore release it.
  @inlinable final var isOrphaned: Bool { isOwned && owner == nil }

  /// Removes the orphans of the live data that is derived from the broadcast through this registration.
  /// Returns the number of remaining recipients, including this one; 0 if this one was removed. Call without
  /// locks.
  @inlinable func sweep() -> Int { 1 }

  /// Identifies the registration, for its removal.
  @inlinable var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// The observer that this registers; nil if it is none, or the observer itself.
  @inlinable var observerOfAnother: Recipient? { nil }

  /// Whether a user has registered it as an observer: not a subscription, an iterator or derived live data.
  var isObserver: Bool { false }

  /// Receives a value. Returns false if the owner was released.
  @inlinable func receive(_ value: Value) -> Bool { true }

  /// The broadcast has ended.
  @inlinable func finish() {}

  // MARK: Versions

  /// Decides to deliver a change, if it was made after the registration and was not delivered before.
  @inlinable final func accepts(_ version: UInt64) -> Bool {
    guard version > floor, version > seen, !isRemoved else { return false }
    seen = version
    return true
  }

  /// Delivers a version, even one from before the registration, unless it was delivered before.
  /// Returns false if the owner was released.
  @inlinable final func dispatch(_ value: Value, version: UInt64) -> Bool {
    guard version > seen, !isRemoved else { return true }
    seen = version
    guard hasUpdate else { return receive(value) }
    guard isOwned else {
      update(value)
      return true
    }
    guard let owner else { return false }
    update(value)
    return withExtendedLifetime(owner) { true }
  }
}

/// The places of recipients that are in no list.
@usableFromInline enum Place {
  /// An observer that has not been registered.
  @inlinable static var unregistered: UInt32 { .max }
  /// A recipient that is about to be added to a list.
  @inlinable static var claimed: UInt32 { .max - 1 }
  @inlinable static var removed: UInt32 { .max - 2 }
}
