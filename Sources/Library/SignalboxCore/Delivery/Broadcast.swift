/// Delivers the changes of one object to a list of recipients, in order and each once.
///
/// A broadcast does not interpret the versions: live data counts the values that were set, an event its
/// triggers.
///
/// `@unchecked Sendable`: the lock of `outbox` guards `recipients`.
@usableFromInline final class Broadcast<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let outbox: Outbox
  @exclusivity(unchecked) @usableFromInline var recipients = RecipientList<Value>()
  /// Connects derived live data to its sources while it is observed; nil for everything else.
  @usableFromInline let connection: Connection?

  /// Connects a broadcast to its sources while it has recipients. Both closures are called with the lock held
  /// and run no code of a user.
  @usableFromInline struct Connection: Sendable {
    @usableFromInline let connect: @Sendable (Broadcast) -> DeferredWork
    @usableFromInline let disconnect: @Sendable (Broadcast) -> DeferredWork

    @inlinable init(
      connect: @escaping @Sendable (Broadcast) -> DeferredWork,
      disconnect: @escaping @Sendable (Broadcast) -> DeferredWork
    ) {
      self.connect = connect
      self.disconnect = disconnect
    }
  }

  @inlinable init(outbox: Outbox = Outbox(), connection: Connection? = nil) {
    self.outbox = outbox
    self.connection = connection
  }

  @inlinable deinit {
    for recipient in recipients.removeAll() { recipient.finish() }
  }

  /// Whether there are no recipients. Call with the lock held.
  @inlinable var isUnobserved: Bool { recipients.isEmpty }

  /// Acquires the lock of the outbox, without the retain and release of a plain access.
  @inlinable func lock() { Unmanaged.passUnretained(outbox)._withUnsafeGuaranteedRef { $0.lock.lock() } }

  /// Releases the lock of the outbox.
  @inlinable func unlock() { Unmanaged.passUnretained(outbox)._withUnsafeGuaranteedRef { $0.lock.unlock() } }

  /// Claims the delivery, and ends the claim, in the same way.
  @inlinable func claim() -> Bool { Unmanaged.passUnretained(outbox)._withUnsafeGuaranteedRef { $0.claim() } }
  @inlinable func finishDelivery() {
    Unmanaged.passUnretained(outbox)._withUnsafeGuaranteedRef { $0.finish() }
  }

  // MARK: Registration

  /// Adds a recipient. Returns false if it is registered already.
  ///
  /// Call with the lock held, set the recipient's floor before unlocking, and call ``DeferredWork/run()`` of
  /// the result after that.
  @inlinable func addHoldingLock(_ recipient: Recipient<Value>) -> (isAdded: Bool, DeferredWork) {
    var deferred = DeferredWork()
    let isFirst = recipients.isEmpty
    if recipients.isSweepDue {
      // No other thread needs to begin a sweep before this one has run.
      recipients.setSweepThreshold(visiting: recipients.count)
      deferred.sweep { [self] in _ = sweep() }
    }
    if !recipients.insert(recipient) {
      guard replaceOrphan(with: recipient, &deferred) else { return (false, deferred) }
    }
    if isFirst, let connection {
      deferred.deliver(outbox)
      deferred.append(connection.connect(self))
    }
    return (true, deferred)
  }

  /// Replaces a registration whose owner was released. Returns false if its owner still exists.
  @inlinable func replaceOrphan(with recipient: Recipient<Value>, _ deferred: inout DeferredWork) -> Bool {
    guard let present = recipients.twin(of: recipient), present.isOwned else { return false }
    if let owner = present.owner {
      deferred.keep(owner)
      return false
    }
    deferred.keep(present)
    recipients.takeOut(present)
    return recipients.insert(recipient)
  }

  /// Removes a recipient, or what registers it as an observer. No delivery decides to call it after this has
  /// returned. Returns false if it was not registered, or if its owner was released.
  @inlinable func remove(_ recipient: Recipient<Value>) -> Bool {
    lock()
    let removed = recipients.remove(recipient)
    var deferred = DeferredWork()
    if removed != nil { disconnectIfUnobserved(&deferred) }
    unlock()
    deferred.run()
    guard let removed else { return false }
    return !removed.isOrphaned
  }

  /// Removes a recipient that is identified by another object, while the caller holds the lock.
  @inlinable func removeHoldingLock(_ identity: ObjectIdentifier) -> DeferredWork {
    var deferred = DeferredWork()
    guard let removed = recipients.remove(identity: identity) else { return deferred }
    deferred.keep(removed)
    disconnectIfUnobserved(&deferred)
    return deferred
  }

  @inlinable func disconnectIfUnobserved(_ deferred: inout DeferredWork) {
    if recipients.isEmpty, let connection { deferred.append(connection.disconnect(self)) }
  }

  /// The registration of an observer. Call with the lock held.
  @inlinable func registration(of observer: Recipient<Value>) -> Recipient<Value>? {
    recipients.registration(of: observer)
  }

  // MARK: Delivery

  /// Releases the lock and delivers a change: at once if no delivery is in progress, or else after the
  /// waiting steps.
  ///
  /// Call with the lock held, after making the change. `isRepeated` is called without the lock; if it returns
  /// true, the change is not delivered.
  @inlinable func sendAndUnlock(
    _ value: Value, version: UInt64, unless isRepeated: (@Sendable () -> Bool)? = nil
  ) {
    if recipients.isEmpty {
      unlock()
    } else if claim() {
      let slots = recipients.slots
      unlock()
      if isRepeated?() != true { deliver(value, version: version, to: slots) }
      finishDelivery()
    } else {
      post(value, version: version, unless: isRepeated)
      unlock()
    }
  }

  /// Posts a change to the outbox. Call with the lock held, and deliver after unlocking.
  @inlinable func post(_ value: Value, version: UInt64, unless isRepeated: (@Sendable () -> Bool)? = nil) {
    if recipients.isEmpty { return }
    outbox.post { [self] in
      if isRepeated?() != true { deliver(value, version: version) }
    }
  }

  /// Delivers a change to all recipients. Only a step of the outbox may call this.
  @inlinable func deliver(_ value: Value, version: UInt64) {
    deliver(value, version: version, to: outbox.lock.withLock { recipients.slots })
  }

  @inlinable func deliver(_ value: Value, version: UInt64, to slots: ContiguousArray<Recipient<Value>?>) {
    var hasOrphans = false
    var owner = HeldOwner()
    slots.withUnretained { recipient in
      guard recipient.accepts(version) else { return }
      if recipient.hasUpdate, !recipient.isOwned {
        owner.release()
        recipient.update(value)
      } else if !deliver(value, toOther: recipient, &owner) {
        hasOrphans = true
      }
    }
    owner.release()
    if hasOrphans { sweep() }
  }

  /// Delivers to a recipient that has an owner or no closure. Returns false if its owner was released. (A
  /// function of its own, so that the loop over the others is small.)
  @inlinable @inline(never) func deliver(
    _ value: Value, toOther recipient: Recipient<Value>, _ owner: inout HeldOwner
  ) -> Bool {
    guard recipient.hasUpdate else {
      owner.release()
      return recipient.receive(value)
    }
    guard owner.hold(ownerOf: recipient) else { return false }
    recipient.update(value)
    return true
  }

  /// Delivers a version to the recipients that have not received it. Only a step of the outbox may call this.
  @inlinable func dispatch(_ value: Value, version: UInt64) {
    var hasOrphans = false
    for recipient in outbox.lock.withLock({ recipients.slots }) {
      if let recipient, !recipient.dispatch(value, version: version) { hasOrphans = true }
    }
    if hasOrphans { sweep() }
  }

  /// Finishes and removes all recipients. Only a step of the outbox may call this.
  @inlinable func finish() {
    for recipient in outbox.lock.withLock({ recipients.removeAll() }) { recipient.finish() }
  }

  // MARK: Sweeping

  /// Removes the recipients whose owners were released, here and in all live data that is derived from this.
  /// Returns the total number of remaining recipients. Call without locks.
  @inlinable @discardableResult func sweep() -> Int {
    var orphans: [Recipient<Value>] = []
    var remaining = 0
    for case let recipient? in outbox.lock.withLock({ recipients.slots }) {
      if recipient.isOrphaned { orphans.append(recipient) } else { remaining += recipient.sweep() }
    }
    var deferred = DeferredWork()
    outbox.lock.withLock {
      if recipients.remove(orphans) { disconnectIfUnobserved(&deferred) }
      recipients.setSweepThreshold(visiting: remaining)
    }
    deferred.run()
    return remaining
  }
}
