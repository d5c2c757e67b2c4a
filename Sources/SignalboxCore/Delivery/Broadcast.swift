/// Tells a list of recipients about the changes of one object, in order, each once.
///
/// A broadcast knows nothing of what the versions mean: live data counts its settings, an event its triggers.
@usableFromInline final class Broadcast<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let outbox: Outbox
  @exclusivity(unchecked) @usableFromInline var recipients = RecipientList<Value>()
  /// Ties derived live data to its sources while anybody observes it; nil for everything else.
  @usableFromInline let connection: Connection?

  /// How a broadcast is fed while it has recipients. Both are called with the lock held and run no code of a user.
  @usableFromInline struct Connection: Sendable {
    @usableFromInline let connect: @Sendable (Broadcast) -> Afterwards
    @usableFromInline let disconnect: @Sendable (Broadcast) -> Afterwards
  }

  @inlinable init(outbox: Outbox = Outbox(), connection: Connection? = nil) {
    self.outbox = outbox
    self.connection = connection
  }

  @inlinable deinit {
    for recipient in recipients.removeAll() { recipient.finish() }
  }

  /// True when nobody listens. Call with the lock held.
  @inlinable var isUnobserved: Bool { recipients.isEmpty }

  /// Takes the lock of the outbox, without the retain and release that a plain access costs.
  @inlinable func lock() { Unmanaged.passUnretained(outbox)._withUnsafeGuaranteedRef { $0.lock.lock() } }

  /// Gives the lock of the outbox back.
  @inlinable func unlock() { Unmanaged.passUnretained(outbox)._withUnsafeGuaranteedRef { $0.lock.unlock() } }

  // MARK: Registration

  /// Adds a recipient. False when it is registered already.
  ///
  /// Call with the lock held, set the recipient's floor before giving it back, and call the result's
  /// ``Afterwards/run()`` after that.
  @inlinable func addHoldingLock(_ recipient: Recipient<Value>) -> (isAdded: Bool, Afterwards) {
    var afterwards = Afterwards()
    let isFirst = recipients.isEmpty
    if recipients.isSweepDue {
      // Until the sweep has run, nobody else has to begin one.
      recipients.setSweepThreshold(visiting: recipients.count)
      afterwards.sweep { [self] in _ = sweep() }
    }
    if !recipients.insert(recipient) {
      guard replaceOrphan(with: recipient, &afterwards) else { return (false, afterwards) }
    }
    if isFirst, let connection {
      afterwards.deliver(outbox)
      afterwards.append(connection.connect(self))
    }
    return (true, afterwards)
  }

  /// Adds a recipient in place of a registration whose owner is gone; false when that one is present.
  @inlinable func replaceOrphan(with recipient: Recipient<Value>, _ afterwards: inout Afterwards) -> Bool {
    guard let present = recipients.recipient(recipient.identity), present.isOwned else { return false }
    if let owner = present.owner {
      afterwards.keep(owner)
      return false
    }
    if let orphan = recipients.remove(recipient.identity) { afterwards.keep(orphan) }
    return recipients.insert(recipient)
  }

  /// Removes what is registered under an identity: no call to it is decided after this returned.
  @inlinable func remove(_ identity: ObjectIdentifier) -> Bool {
    lock()
    let removed = recipients.remove(identity)
    var afterwards = Afterwards()
    if removed != nil { disconnectIfUnobserved(&afterwards) }
    unlock()
    afterwards.run()
    guard let removed else { return false }
    return !removed.isOrphaned
  }

  /// Removes while the caller holds the lock.
  @inlinable func removeHoldingLock(_ identity: ObjectIdentifier) -> (isRemoved: Bool, Afterwards) {
    var afterwards = Afterwards()
    guard let removed = recipients.remove(identity) else { return (false, afterwards) }
    afterwards.keep(removed)
    disconnectIfUnobserved(&afterwards)
    return (true, afterwards)
  }

  @inlinable func disconnectIfUnobserved(_ afterwards: inout Afterwards) {
    if recipients.isEmpty, let connection { afterwards.append(connection.disconnect(self)) }
  }

  /// The recipient registered under an identity. Call with the lock held.
  @inlinable func recipient(_ identity: ObjectIdentifier) -> Recipient<Value>? {
    recipients.recipient(identity)
  }

  // MARK: Delivery

  /// Delivers a change and gives the lock back: at once when no delivery is under way, else behind what waits.
  ///
  /// Call with the lock held and the change made. `isRepeated` is asked without the lock; a change for which it says
  /// true is told to nobody.
  @inlinable func sendAndUnlock(
    _ value: Value, version: UInt64, unless isRepeated: (@Sendable () -> Bool)? = nil
  ) {
    if recipients.isEmpty {
      unlock()
    } else if outbox.claim() {
      let slots = recipients.slots
      unlock()
      if isRepeated?() != true { deliver(value, version: version, to: slots) }
      outbox.finish()
    } else {
      post(value, version: version, unless: isRepeated)
      unlock()
    }
  }

  /// Leaves a change in the outbox. Call with the lock held and deliver after unlocking.
  @inlinable func post(_ value: Value, version: UInt64, unless isRepeated: (@Sendable () -> Bool)? = nil) {
    if recipients.isEmpty { return }
    outbox.post { [self] in
      if isRepeated?() != true { deliver(value, version: version) }
    }
  }

  /// Delivers a change to everybody. Only a step of the outbox may call this.
  @inlinable func deliver(_ value: Value, version: UInt64) {
    deliver(value, version: version, to: outbox.lock.withLock { recipients.slots })
  }

  @inlinable func deliver(_ value: Value, version: UInt64, to slots: ContiguousArray<Recipient<Value>?>) {
    var hasOrphans = false
    slots.withUnretained { recipient in
      if !recipient.deliver(value, version: version) { hasOrphans = true }
    }
    if hasOrphans { sweep() }
  }

  /// Delivers a version to those who have not had it. Only a step of the outbox may call this.
  @inlinable func dispatch(_ value: Value, version: UInt64) {
    var hasOrphans = false
    for recipient in outbox.lock.withLock({ recipients.slots }) {
      if let recipient, !recipient.dispatch(value, version: version) { hasOrphans = true }
    }
    if hasOrphans { sweep() }
  }

  /// Tells everybody that nothing will follow and lets go of them. Only a step of the outbox may call this.
  @inlinable func finish() {
    for recipient in outbox.lock.withLock({ recipients.removeAll() }) { recipient.finish() }
  }

  // MARK: Sweeping

  /// Removes the recipients whose owners are gone, here and in everything derived from this. Returns the
  /// number of recipients left in all of it. Call without locks.
  @inlinable @discardableResult func sweep() -> Int {
    var orphans: [Recipient<Value>] = []
    var remaining = 0
    for case let recipient? in outbox.lock.withLock({ recipients.slots }) {
      if recipient.isOrphaned { orphans.append(recipient) } else { remaining += recipient.sweep() }
    }
    var afterwards = Afterwards()
    outbox.lock.withLock {
      if recipients.remove(orphans) { disconnectIfUnobserved(&afterwards) }
      recipients.setSweepThreshold(visiting: remaining)
    }
    afterwards.run()
    return remaining
  }
}
