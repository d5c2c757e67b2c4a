/// The owner of the observers that a delivery is calling, which is kept alive during their calls.
///
/// Reading a weak reference, and releasing what it has returned, costs more than a call. Observers that
/// follow each other often have the same owner: then its reference is read once. The addresses are compared
/// for that: two owners with the same address were never alive at the same time, and the owner that is held
/// was alive at both registrations, because observers are called in order of registration.
@usableFromInline struct HeldOwner {
  @usableFromInline var object: AnyObject?
  @usableFromInline var id: UInt = 0

  @inlinable init() {}

  /// Holds the owner of a recipient. Returns false if it was released.
  @inlinable mutating func hold<Value>(ownerOf recipient: Recipient<Value>) -> Bool {
    if id == recipient.ownerID, isStillOwned() { return true }
    release()
    guard let owner = recipient.owner else { return false }
    object = owner
    id = recipient.ownerID
    return true
  }

  /// Releases the owner, which can run its deinitializer. Call before anything else is called.
  @inlinable @inline(__always) mutating func release() { if id != 0 { releaseNow() } }

  @inlinable @inline(never) mutating func releaseNow() {
    object = nil
    id = 0
  }

  /// Whether someone else retains the owner that is held, too.
  @inlinable mutating func isStillOwned() -> Bool {
    #if canImport(ObjectiveC)
    // Objects of Objective-C do not tell, so each reference is read.
    return false
    #else
    return !isKnownUniquelyReferenced(&object)
    #endif
  }
}
