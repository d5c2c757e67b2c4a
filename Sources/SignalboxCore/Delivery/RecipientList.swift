/// The recipients of one broadcast in order of registration.
///
/// Removal leaves a gap, and many gaps are closed together, so insertion and removal take amortized constant
/// time. A delivery iterates over a copy of the array's reference: nothing is copied unless the list changes
/// meanwhile.
@usableFromInline struct RecipientList<Value: Sendable> {
  @usableFromInline var slots: ContiguousArray<Recipient<Value>?> = []
  @usableFromInline var recipients: [ObjectIdentifier: Recipient<Value>] = [:]
  @usableFromInline var sweepThreshold = 16

  @inlinable var isEmpty: Bool { recipients.isEmpty }
  @inlinable var count: Int { recipients.count }

  @inlinable func recipient(_ identity: ObjectIdentifier) -> Recipient<Value>? { recipients[identity] }

  /// Adds a recipient behind the others. Returns false if one with its identity is present.
  @inlinable mutating func insert(_ recipient: Recipient<Value>) -> Bool {
    let present = recipients.updateValue(recipient, forKey: recipient.identity)
    if let present {
      recipients[recipient.identity] = present
      return false
    }
    recipient.slot = slots.count
    slots.append(recipient)
    return true
  }

  /// Removes a recipient: from now on no delivery decides to call it. The caller releases it after unlocking,
  /// because that can run code of a user.
  @inlinable mutating func remove(_ identity: ObjectIdentifier) -> Recipient<Value>? {
    guard let recipient = recipients.removeValue(forKey: identity) else { return nil }
    recipient.markRemoved()
    slots[recipient.slot] = nil
    closeGaps()
    return recipient
  }

  /// Removes recipients, except for those whose identity has been registered again since. Returns whether any
  /// was removed.
  @inlinable mutating func remove(_ orphans: [Recipient<Value>]) -> Bool {
    let before = count
    for orphan in orphans where recipients[orphan.identity] === orphan { _ = remove(orphan.identity) }
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
    recipients = [:]
    return all
  }

  @inlinable mutating func closeGaps() {
    while let last = slots.last, last == nil { slots.removeLast() }
    guard slots.count > 32, slots.count > 2 * count else { return }
    slots.removeAll { $0 == nil }
    for (slot, recipient) in slots.enumerated() { recipient?.slot = slot }
  }
}

extension ContiguousArray {
  /// Calls `body` with each object, without retaining it: this copy of the array retains it and does not
  /// change.
  @inlinable func withUnretained<Object: AnyObject>(_ body: (Object) -> Void) where Element == Object? {
    withUnsafeBufferPointer { slots in
      slots.withMemoryRebound(to: Optional<Unmanaged<Object>>.self) { slots in
        for slot in slots { slot?._withUnsafeGuaranteedRef(body) }
      }
    }
  }
}
