/// The recipients of one broadcast in order of registration.
///
/// Each knows its place, so insertion and removal need no search. Removal leaves a gap, and many gaps are
/// closed together, so both take amortized constant time. A delivery iterates over a copy of the array's
/// reference: nothing is copied unless the list changes meanwhile.
@usableFromInline struct RecipientList<Value: Sendable> {
  @usableFromInline var slots: ContiguousArray<Recipient<Value>?> = []
  /// The recipients that are identified by another object.
  @usableFromInline var others: [ObjectIdentifier: Recipient<Value>] = [:]
  @usableFromInline var count = 0
  @usableFromInline var sweepThreshold = 16

  @inlinable init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  /// The present recipient that is identified by another object.
  @inlinable func recipient(_ identity: ObjectIdentifier) -> Recipient<Value>? { others[identity] }

  /// The present recipient that is `recipient`, or that registers it as an observer.
  @inlinable func registration(of recipient: Recipient<Value>) -> Recipient<Value>? {
    if contains(recipient) { return recipient }
    return others.isEmpty ? nil : others[ObjectIdentifier(recipient)]
  }

  /// The present recipient with the same identity.
  @inlinable func twin(of recipient: Recipient<Value>) -> Recipient<Value>? {
    if let observer = recipient.observerOfAnother, let present = registration(of: observer) { return present }
    return registration(of: recipient) ?? (others.isEmpty ? nil : others[recipient.identity])
  }

  /// Whether the recipient itself is in the list. It can be in another one.
  @inlinable func contains(_ recipient: Recipient<Value>) -> Bool {
    let index = recipient.index
    return index < slots.count && slots[index] === recipient
  }

  /// Adds a recipient behind the others. Returns false if one with its identity is present.
  @inlinable mutating func insert(_ recipient: Recipient<Value>) -> Bool {
    if twin(of: recipient) != nil { return false }
    let identity = recipient.identity
    if identity != ObjectIdentifier(recipient) { others[identity] = recipient }
    recipient.index = slots.count
    slots.append(recipient)
    count += 1
    return true
  }

  /// Removes a recipient, or what registers it as an observer: from now on no delivery decides to call it.
  /// The caller releases it after unlocking, because that can run code of a user.
  @inlinable mutating func remove(_ recipient: Recipient<Value>) -> Recipient<Value>? {
    guard let present = registration(of: recipient) else { return nil }
    takeOut(present)
    return present
  }

  /// Removes a recipient that is identified by another object.
  @inlinable mutating func remove(identity: ObjectIdentifier) -> Recipient<Value>? {
    guard let present = others[identity] else { return nil }
    takeOut(present)
    return present
  }

  @inlinable mutating func takeOut(_ recipient: Recipient<Value>) {
    let index = recipient.index
    if !others.isEmpty, recipient.identity != ObjectIdentifier(recipient) { others[recipient.identity] = nil }
    recipient.markRemoved()
    slots[index] = nil
    count -= 1
    closeGaps()
  }

  /// Removes recipients, except for those that were removed since. Returns whether any was removed.
  @inlinable mutating func remove(_ orphans: [Recipient<Value>]) -> Bool {
    let before = count
    for orphan in orphans where contains(orphan) { takeOut(orphan) }
    return count < before
  }

  /// Whether the list has doubled since the last sweep, so that another one is worth its cost.
  @inlinable var isSweepDue: Bool { count >= sweepThreshold }

  /// Sets when the next sweep is due, given the number of recipients that it would visit.
  @inlinable mutating func setSweepThreshold(visiting recipientCount: Int) {
    sweepThreshold = max(16, 2 * recipientCount)
  }

  @inlinable mutating func removeAll() -> [Recipient<Value>] {
    let all = slots.compactMap { $0 }
    for recipient in all { recipient.markRemoved() }
    slots = []
    others = [:]
    count = 0
    return all
  }

  @inlinable mutating func closeGaps() {
    while let last = slots.last, last == nil { slots.removeLast() }
    guard slots.count > 32, slots.count > 2 * count else { return }
    slots.removeAll { $0 == nil }
    for (index, recipient) in slots.enumerated() { recipient?.index = index }
  }
}

extension ContiguousArray {
  /// Calls `body` with each object, without retaining it: this copy of the array retains it and does not
  /// change.
  @inlinable @inline(__always) func withUnretained<Object: AnyObject>(_ body: (Object) -> Void)
  where Element == Object? {
    withUnsafeBufferPointer { slots in
      slots.withMemoryRebound(to: Optional<Unmanaged<Object>>.self) { slots in
        for slot in slots { slot?._withUnsafeGuaranteedRef(body) }
      }
    }
  }
}
