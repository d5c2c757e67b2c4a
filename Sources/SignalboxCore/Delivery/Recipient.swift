internal import Synchronization

/// One registration with a ``Broadcast``: an observer, a subscription, an iterator, a relay to derived live data.
class Recipient<Value: Sendable>: @unchecked Sendable {
  /// Changes up to this version were made before the registration. Set once, before anybody delivers.
  var floor: UInt64 = 0
  /// The newest version handed over. Only the thread that delivers touches it.
  private(set) var seen: UInt64 = 0
  /// The place in the list of recipients, guarded by the broadcast's lock.
  var slot = 0
  private let removed = Atomic(false)

  init() {}

  /// True from the moment of removal: no call begins any more.
  final var isRemoved: Bool { removed.load(ordering: .sequentiallyConsistent) }

  final func markRemoved() { removed.store(true, ordering: .sequentiallyConsistent) }

  /// True when the owner is gone, so the registration can be swept.
  var isOrphaned: Bool { false }

  /// What the registration is removed by.
  var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Takes one value. Returns false when the owner is gone.
  func receive(_ value: Value) -> Bool { true }

  /// The broadcast has ended: nothing will follow.
  func finish() {}

  /// Hands over a change that was made after the registration and not handed over before.
  final func deliver(_ value: Value, version: UInt64) -> Bool {
    guard version > floor else { return true }
    return dispatch(value, version: version)
  }

  /// Hands over a version, also an old one, unless it was handed over before.
  final func dispatch(_ value: Value, version: UInt64) -> Bool {
    guard version > seen, !isRemoved else { return true }
    seen = version
    return receive(value)
  }
}
